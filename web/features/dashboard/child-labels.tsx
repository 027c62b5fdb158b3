import { useCallback } from 'react'
import * as dashboardCalls from '../../generated/dashboard-calls.ts'
import { useAnswer } from '../../lib/server-value.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { dashboardMessages } from './dashboard.messages.en.ts'
import { labelText } from './label-text.ts'

/** All labels of a child of a class; renders nothing if there are none. */
export function ChildLabels({ classId, studentId }: { classId: string; studentId: string }) {
  const { answer } = useAnswer(
    useCallback(
      (signal: AbortSignal) => sessionCall(dashboardCalls.ofClass, { params: { classId } }, { signal }),
      [classId],
    ),
  )
  const child =
    answer.state === 'value' ? answer.value.children.find((each) => each.studentId === studentId) : undefined
  if (!child || child.labels.length === 0) return null
  return (
    <section aria-label={dashboardMessages.stuck.forTeachers} className="grid gap-2">
      {child.labels.map((label) => {
        const { title, why, hint } = labelText(label)
        return (
          <p key={label.kind} className="rounded-card bg-sunk px-5 py-3">
            <span className="font-bold">{title}.</span> {why} <span className="text-ink-soft">{hint}</span>
          </p>
        )
      })}
    </section>
  )
}
