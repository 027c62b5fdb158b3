import { useCallback } from 'react'
import type { StudentSettings } from '../../../domain/student-settings.ts'
import * as settingsCalls from '../../generated/settings-calls.ts'
import { useAnswer } from '../../lib/server-value.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { useAction } from '../../lib/use-action.ts'
import { useSaving } from '../../lib/use-saving.ts'
import { Card } from '../../ui/card.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Toggle } from '../../ui/toggle.tsx'
import { settingsMessages } from './messages.en.ts'

/** The choice of a linked parent whether a child may be on public boards. */
export function ParentBoards({ studentId }: { studentId: string }) {
  const { answer, update } = useAnswer(
    useCallback(
      (signal: AbortSignal) => sessionCall(settingsCalls.readChild, { params: { studentId } }, { signal }),
      [studentId],
    ),
  )
  const change = useAction(
    useCallback(
      ({ parentBoards }: StudentSettings) =>
        sessionCall(settingsCalls.putParentBoards, { params: { studentId }, body: { boards: parentBoards } }),
      [studentId],
    ),
  )
  const save = useSaving(change.run, (shown: StudentSettings) => update(() => shown))
  return (
    <Card className="grid content-start gap-4 print:hidden">
      <h2 className="text-2xl">{settingsMessages.ofParent.heading}</h2>
      {answer.state === 'value' && (
        <Toggle
          label={settingsMessages.ofParent.label}
          hint={settingsMessages.switches.parentBoards.hint}
          checked={answer.value.parentBoards}
          onChange={(parentBoards) => void save(answer.value, { parentBoards })}
        />
      )}
      <p className="text-ink-soft">{settingsMessages.ofParent.note}</p>
      {answer.state === 'failed' && <FailureNote failure={answer.failure} />}
      <FailureNote failure={change.failure} waitSeconds={change.waitSeconds} />
    </Card>
  )
}
