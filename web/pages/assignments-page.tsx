import { useCallback } from 'react'
import { useParams } from 'wouter'
import { SignedInGate } from '../features/account/signed-in-gate.tsx'
import { AssignmentsRoom } from '../features/assignments/assignments-room.tsx'
import { assignmentMessages } from '../features/assignments/assignments.messages.en.ts'
import * as childCalls from '../generated/child-calls.ts'
import * as classCalls from '../generated/class-calls.ts'
import { useAnswer } from '../lib/server-value.ts'
import { sessionCall } from '../lib/session-call.ts'
import { FailedPage, LoadingPage } from '../ui/page-message.tsx'
import { compareNames } from '../../domain/name-order.en.ts'

/** The last part of the address for the assignments of a parent's family. */
const FAMILY = 'family'

const readFamily = (signal: AbortSignal) => sessionCall(childCalls.list, {}, { signal })
const readClasses = (signal: AbortSignal) => sessionCall(classCalls.list, {}, { signal })

/** The assignments of a class, for its teacher, or of a family, for the parent (issue 18). */
export function AssignmentsPage() {
  const { home = FAMILY } = useParams<{ home?: string }>()
  return (
    <div className="page-width pt-3 pb-8 print:p-0">
      {home === FAMILY ? (
        <SignedInGate roles={['parent']}>{() => <OfFamily />}</SignedInGate>
      ) : (
        <SignedInGate roles={['teacher']}>{() => <OfClass key={home} classId={home} />}</SignedInGate>
      )}
    </div>
  )
}

function OfFamily() {
  const { answer, refetch } = useAnswer(readFamily)
  if (answer.state === 'loading') return <LoadingPage />
  if (answer.state === 'failed') return <FailedPage failure={answer.failure} onTryAgain={refetch} />
  const children = answer.value.children.filter(({ isOwn }) => isOwn)
  return <AssignmentsRoom home={{ classId: null, name: '', children, others: [] }} />
}

function OfClass({ classId }: { classId: string }) {
  const read = useCallback(
    (signal: AbortSignal) => sessionCall(classCalls.read, { params: { classId } }, { signal }),
    [classId],
  )
  const { answer, refetch } = useAnswer(read)
  const classes = useAnswer(readClasses).answer
  if (answer.state === 'loading' || classes.state === 'loading') return <LoadingPage />
  if (answer.state === 'failed') {
    return <FailedPage failure={answer.failure} onTryAgain={refetch} own={assignmentMessages.failures} />
  }
  const { name, children } = answer.value
  const others = classes.state === 'value' ? classes.value : []
  return (
    <AssignmentsRoom
      home={{
        classId,
        name,
        children: children.toSorted((one, other) => compareNames(one.name, other.name)),
        others: others.filter((other) => other.id !== classId && !other.archived),
      }}
    />
  )
}
