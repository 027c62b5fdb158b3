import { useCallback, type ReactNode } from 'react'
import { Link } from 'wouter'
import type { Child } from '../../../contract/classes.ts'
import * as exportCalls from '../../generated/export-calls.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { useAnswer } from '../../lib/server-value.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { SaveEverything } from './child-data.tsx'
import { ClassExport } from './class-export.tsx'
import { exportMessages as words } from './export.messages.en.ts'

/** The data that deleting a child would lose, with a way to keep it. */
export function ChildLosses({ child }: { child: Child }) {
  const { id, name } = child
  const { answer } = useAnswer(
    useCallback(
      (signal: AbortSignal) =>
        sessionCall(exportCalls.lossesOfChild, { params: { studentId: id } }, { signal }),
      [id],
    ),
  )
  return (
    <>
      <p className="font-bold wrap-anywhere">
        {answer.state === 'loading' && words.loading}
        {answer.state === 'failed' && words.unknown}
        {answer.state === 'value' && words.lossesOfChild(name, answer.value)}
      </p>
      <SaveEverything child={child} />
    </>
  )
}

const readLosses = (signal: AbortSignal) => sessionCall(exportCalls.lossesOfAccount, {}, { signal })

type Props = {
  /** Shown instead, if no children are left at home. */
  children: ReactNode
  onCancel: () => void
}

/** The classes and family that keep an account from being deleted, with what would be lost and the way to keep it. */
export function ChildrenAtHome({ children, onCancel }: Props) {
  const { answer } = useAnswer(readLosses)
  if (answer.state === 'loading') return <p>{words.loading}</p>
  // The server refuses to delete an account with children.
  if (answer.state === 'failed') {
    return (
      <>
        <FailureNote failure={answer.failure} />
        {children}
      </>
    )
  }
  if (answer.value.length === 0) return children
  return (
    <>
      <p>{words.atHome}</p>
      <ul className="grid gap-4">
        {answer.value.map(({ classId, name, isFamily, ...losses }) => (
          <li key={classId} className="grid gap-1">
            <Link
              href={isFamily ? '/children' : `/classes/${classId}`}
              className="text-link inline-flex min-h-target min-w-target items-center justify-self-start font-bold wrap-anywhere"
            >
              {isFamily ? words.familyLink : name}
            </Link>
            <span>{words.lossesOfHome(losses)}</span>
            <ClassExport school={isFamily ? null : { id: classId, name }} />
          </li>
        ))}
      </ul>
      <p>{words.first}</p>
      <Button kind="secondary" className="justify-self-start" onClick={onCancel}>
        {words.cancel}
      </Button>
    </>
  )
}
