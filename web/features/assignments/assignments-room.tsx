import { useCallback, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import type { Assignment, Assignments, NewAssignment } from '../../../contract/assignments.ts'
import * as assignmentCalls from '../../generated/assignment-calls.ts'
import type { CallResult } from '../../lib/api.ts'
import { useAnswer } from '../../lib/server-value.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { FailedPage, LoadingPage } from '../../ui/page-message.tsx'
import { StageHeading } from '../../ui/stage-heading.tsx'
import { showToast } from '../../ui/toast.tsx'
import { draftFromQuery, isDamagedLink, usualDraft } from './assign-draft.ts'
import { AssignForm } from './assign-form.tsx'
import { AssignmentItem } from './assignment-item.tsx'
import { assignmentMessages as words } from './assignments.messages.en.ts'
import type { AssignableChild } from './who-choice.tsx'

/** A class or family whose assignments are shown; null as the id of a family. */
export type ShownHome = {
  readonly classId: string | null
  readonly name: string
  readonly children: readonly AssignableChild[]
  /** Classes to which an assignment can be copied. */
  readonly others: readonly { readonly id: string; readonly name: string }[]
}

function read(classId: string | null, signal: AbortSignal): Promise<CallResult<Assignments>> {
  return classId === null
    ? sessionCall(assignmentCalls.ofFamily, {}, { signal })
    : sessionCall(assignmentCalls.ofClass, { params: { classId } }, { signal })
}

function make(classId: string | null, body: NewAssignment): Promise<CallResult<Assignment>> {
  return classId === null
    ? sessionCall(assignmentCalls.makeForFamily, { body })
    : sessionCall(assignmentCalls.makeForClass, { params: { classId }, body })
}

/** The page on which an adult assigns practice and follows its progress. */
export function AssignmentsRoom({ home }: { home: ShownHome }) {
  const { classId } = home
  const { answer, refetch } = useAnswer(
    useCallback((signal: AbortSignal) => read(classId, signal), [classId]),
  )
  if (answer.state === 'loading') return <LoadingPage />
  if (answer.state === 'failed')
    return <FailedPage failure={answer.failure} onTryAgain={refetch} own={words.failures} />
  return (
    <>
      {answer.failure && <FailureNote failure={answer.failure} />}
      <Known key={classId} home={home} known={answer.value} refetch={refetch} />
    </>
  )
}

type KnownProps = { home: ShownHome; known: Assignments; refetch: () => void }

const isOver = ({ round, endedDay }: Assignment): boolean => endedDay !== null || round?.isOpen === false

function Known({ home, known, refetch }: KnownProps) {
  const { classId, name } = home
  const [path, navigate] = useLocation()
  const query = new URLSearchParams(useSearch())
  const asked = draftFromQuery(query, known)
  const [isOpen, setOpen] = useState(known.assignments.length === 0)
  const makeHere = useCallback((body: NewAssignment) => make(classId, body), [classId])
  const back = classId === null ? '/children' : `/classes/${classId}`
  const mayAssign = home.children.length > 0
  const showsForm = mayAssign && (isOpen || asked !== null)

  function close(): void {
    setOpen(false)
    navigate(path, { replace: true })
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <header className="grid gap-3 print:hidden">
        <Link
          href={back}
          className="text-link inline-flex min-h-target items-center justify-self-start font-bold"
        >
          {classId === null ? words.backToFamily : words.backToClass(name)}
        </Link>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <StageHeading>{words.title}</StageHeading>
          {!showsForm && mayAssign && (
            <Button kind="primary" onClick={() => setOpen(true)}>
              {words.assignNew}
            </Button>
          )}
        </div>
        <p className="max-w-160 text-ink-soft">{words.lead}</p>
      </header>
      {home.children.length === 0 && <p className="rounded-card bg-sunk p-5">{words.noChildren}</p>}
      {showsForm && isDamagedLink(query) && <p className="rounded-card bg-sunk p-5">{words.damagedLink}</p>}
      {showsForm && (
        <AssignForm
          key={JSON.stringify(asked)}
          known={known}
          draft={asked ?? usualDraft(known)}
          childrenHere={home.children}
          make={makeHere}
          onMade={() => {
            showToast(words.form.assigned)
            close()
            refetch()
          }}
          onCancel={close}
        />
      )}
      {known.assignments.length === 0 && mayAssign && (
        <p className="rounded-card bg-sunk p-5">{words.none}</p>
      )}
      <Assigned {...{ home, known }} onChanged={refetch} />
    </div>
  )
}

type AssignedProps = { home: ShownHome; known: Assignments; onChanged: () => void }

/** The assignments, those that are over behind a press. */
function Assigned(props: AssignedProps) {
  const { assignments } = props.known
  const over = assignments.filter(isOver)
  const list = (shown: readonly Assignment[]) => (
    <ul className="grid gap-4">
      {shown.map((assignment) => (
        <li key={assignment.id}>
          <AssignmentItem {...props} assignment={assignment} />
        </li>
      ))}
    </ul>
  )
  return (
    <>
      {list(assignments.filter((assignment) => !isOver(assignment)))}
      {over.length > 0 && (
        <details>
          <summary className="min-h-target cursor-pointer py-3 font-bold">{words.over(over.length)}</summary>
          {list(over)}
        </details>
      )}
    </>
  )
}
