import { useCallback } from 'react'
import { NOT_OF_OWNERS, SETTINGS, type StudentSettings } from '../../../domain/student-settings.ts'
import * as settingsCalls from '../../generated/settings-calls.ts'
import { useAnswer } from '../../lib/server-value.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { useAction } from '../../lib/use-action.ts'
import { useSaving } from '../../lib/use-saving.ts'
import { Card } from '../../ui/card.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { settingsMessages } from './messages.en.ts'
import { SettingsForm } from './settings-form.tsx'

/** What the owner of a child's home sets. */
export const OF_OWNERS = (Object.keys(SETTINGS) as (keyof StudentSettings)[]).filter(
  (name) => !(NOT_OF_OWNERS as readonly string[]).includes(name),
)

/** How a child plays, for the owner of its home. The child can change some of it too; the last change counts. */
export function ChildSettings({ studentId }: { studentId: string }) {
  const { answer, update } = useAnswer(
    useCallback(
      (signal: AbortSignal) => sessionCall(settingsCalls.readChild, { params: { studentId } }, { signal }),
      [studentId],
    ),
  )
  const change = useAction(
    useCallback(
      (_all: StudentSettings, body: Partial<StudentSettings>) =>
        sessionCall(settingsCalls.putChild, { params: { studentId }, body }),
      [studentId],
    ),
  )
  const save = useSaving(change.run, (shown: StudentSettings) => update(() => shown))
  return (
    <Card className="grid min-h-40 content-start gap-5 print:hidden">
      <div className="grid gap-1">
        <h2 className="text-2xl">{settingsMessages.heading}</h2>
        <p className="text-ink-soft">{settingsMessages.lead}</p>
      </div>
      {answer.state === 'value' && (
        <SettingsForm
          settings={answer.value}
          names={OF_OWNERS}
          onChange={(made) => void save(answer.value, made)}
        />
      )}
      {answer.state === 'failed' && <FailureNote failure={answer.failure} />}
      <FailureNote failure={change.failure} waitSeconds={change.waitSeconds} />
    </Card>
  )
}
