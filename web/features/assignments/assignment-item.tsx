import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { Assignment, Assignments } from '../../../contract/assignments.ts'
import { assignedName } from '../../../domain/school/assigned-names.en.ts'
import * as assignmentCalls from '../../generated/assignment-calls.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { withNames } from '../../ui/with-names.tsx'
import { copyQuery } from './assign-draft.ts'
import { assignmentMessages } from './assignments.messages.en.ts'
import type { ShownHome } from './assignments-room.tsx'
import { ChangeForm } from './change-form.tsx'
import { WorkTable } from './work-table.tsx'

const { item: words } = assignmentMessages

/** How long a deletion can be undone; milliseconds. */
const UNDO_MS = 10_000

type Props = {
  home: ShownHome
  known: Assignments
  assignment: Assignment
  onChanged: () => void
}

type Opened = 'nothing' | 'children' | 'change'

/** An assignment with how many children are done, and what can be done with it. */
export function AssignmentItem({ home, known, assignment, onChanged }: Props) {
  const { id } = assignment
  const [opened, setOpened] = useState<Opened>('nothing')
  const [isRemoved, setRemoved] = useState(false)
  const params = { assignmentId: id }
  const end = useAction(
    useCallback(
      () => sessionCall(assignmentCalls.change, { params: { assignmentId: id }, body: { ended: true } }),
      [id],
    ),
  )
  const remove = useAction(
    useCallback(() => sessionCall(assignmentCalls.remove, { params: { assignmentId: id } }), [id]),
  )

  async function undo(): Promise<void> {
    await sessionCall(assignmentCalls.change, { params, body: { deleted: false } })
    setRemoved(false)
    onChanged()
  }

  if (isRemoved) return <Removed onUndo={() => void undo()} onOver={onChanged} />
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Head home={home} assignment={assignment} today={known.today} />
      <div className="flex flex-wrap gap-2 print:hidden">
        {assignment.round !== null && (
          <Button
            kind="secondary"
            aria-expanded={opened === 'children'}
            onClick={() => setOpened(opened === 'children' ? 'nothing' : 'children')}
          >
            {words.show}
          </Button>
        )}
        <AssignAgain home={home} assignment={assignment} />
        {assignment.endedDay === null && (
          <>
            <Button
              kind="quiet"
              aria-expanded={opened === 'change'}
              onClick={() => setOpened(opened === 'change' ? 'nothing' : 'change')}
            >
              {words.change}
            </Button>
            <Button
              kind="quiet"
              aria-disabled={end.isPending}
              onClick={() => void end.run().then((ended) => ended && onChanged())}
            >
              {words.end}
            </Button>
          </>
        )}
        <Button
          kind="quiet"
          aria-disabled={remove.isPending}
          onClick={() => void remove.run().then((done) => done && setRemoved(true))}
        >
          {words.remove}
        </Button>
      </div>
      <FailureNote failure={end.failure ?? remove.failure} />
      <OpenedPart
        opened={opened}
        {...{ home, known, assignment, onChanged }}
        onClose={() => setOpened('nothing')}
      />
    </Card>
  )
}

function OpenedPart({ opened, onClose, ...props }: Props & { opened: Opened; onClose: () => void }) {
  const { home, known, assignment, onChanged } = props
  switch (opened) {
    case 'nothing':
      return null
    case 'children':
      return <WorkTable assignment={assignment} />
    case 'change':
      return (
        <ChangeForm
          {...{ assignment, known }}
          childrenHere={home.children}
          onDone={() => {
            onClose()
            onChanged()
          }}
          onCancel={onClose}
        />
      )
  }
}

function Head({ home, assignment, today }: Pick<Props, 'home' | 'assignment'> & { today: string }) {
  const { who, assigned, amount, firstDay, dueDay, lastDay, endedDay, round, children, done } = assignment
  const names = (who ?? []).flatMap((id) => home.children.find((child) => child.id === id)?.name ?? [])
  const parts = [
    words.amount(amount.kind, amount.count),
    words.due(round?.dueDay ?? dueDay),
    ...(firstDay > today ? [words.begins(firstDay)] : []),
    ...(lastDay === null ? [] : [words.weekly(lastDay)]),
    ...(endedDay === null ? [] : [words.ended(endedDay)]),
  ]
  return (
    <header className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
      <div className="min-w-0">
        <h2 className="text-xl wrap-anywhere">{assignedName(assigned)}</h2>
        <p className="text-ink-soft">{parts.join(' · ')}</p>
        <p className="text-ink-soft wrap-anywhere">
          {who === null ? words.forAll : withNames((...all) => words.forSome(all), ...names)}
        </p>
      </div>
      {round !== null && <p className="text-lg font-bold tabular-nums">{words.done(done, children)}</p>}
    </header>
  )
}

/** Assigns the same again here, or to another class. */
function AssignAgain({ home, assignment }: Pick<Props, 'home' | 'assignment'>) {
  const [path, navigate] = useLocation()
  return (
    <>
      <Button kind="quiet" onClick={() => navigate(`${path}?again=${assignment.id}`)}>
        {words.again}
      </Button>
      {home.others.length > 0 && (
        <select
          aria-label={words.copyTo}
          className="min-h-target rounded-key border-2 border-edge bg-sheet px-4"
          value=""
          onChange={({ currentTarget: { value } }) =>
            navigate(`/assignments/${value}?${copyQuery(assignment)}`)
          }
        >
          <option value="">{words.copyTo}</option>
          {home.others.map(({ id, name }) => (
            <option key={id} value={id} translate="no">
              {name}
            </option>
          ))}
        </select>
      )}
    </>
  )
}

function Removed({ onUndo, onOver }: { onUndo: () => void; onOver: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onOver, UNDO_MS)
    return () => clearTimeout(timer)
  }, [onOver])
  return (
    <output className="flex flex-wrap items-center gap-4 rounded-card bg-sunk p-4">
      {words.removed}
      <Button kind="secondary" onClick={onUndo}>
        {words.undo}
      </Button>
    </output>
  )
}
