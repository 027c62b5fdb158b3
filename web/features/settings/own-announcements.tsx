import { useState } from 'react'
import * as studentCalls from '../../generated/student-calls.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { useAction } from '../../lib/use-action.ts'
import { useSaving } from '../../lib/use-saving.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Toggle } from '../../ui/toggle.tsx'
import { settingsMessages } from './messages.en.ts'

/** The child's own choice whether results and home announce what it has achieved. */
export function OwnAnnouncements(stored: { announces: boolean }) {
  const [shown, setShown] = useState(stored)
  const { run, failure, waitSeconds } = useAction((body: typeof stored) =>
    sessionCall(studentCalls.putAnnouncements, { body }),
  )
  const save = useSaving(run, setShown)
  return (
    <>
      <Toggle
        {...settingsMessages.ownAnnouncements}
        checked={shown.announces}
        onChange={(announces) => void save(shown, { announces })}
      />
      <FailureNote failure={failure} waitSeconds={waitSeconds} />
    </>
  )
}
