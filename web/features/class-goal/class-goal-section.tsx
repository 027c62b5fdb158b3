import { useCallback, useState } from 'react'
import type { ClassGoal } from '../../../contract/class-goals.ts'
import * as goalCalls from '../../generated/class-goal-calls.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { useAnswer } from '../../lib/server-value.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { withNames } from '../../ui/with-names.tsx'
import { GoalPicture } from './goal-picture.tsx'
import { GoalWords } from './goal-words.tsx'
import { goalMessages as words } from './messages.en.ts'
import { SetGoal } from './set-goal.tsx'

type Week = NonNullable<ClassGoal['week']>
/** The children of the class, in the order of the page. */
type Names = readonly { readonly id: string; readonly name: string }[]
type Props = {
  classId: string
  names: Names
  /** Only how far the class is, and the view for a projector. */
  isSmall?: boolean
}

/** What a class practices together this week, for its teacher. */
export function ClassGoalSection({ classId, names, isSmall = false }: Props) {
  const read = useCallback(
    (signal: AbortSignal) => sessionCall(goalCalls.read, { params: { classId } }, { signal }),
    [classId],
  )
  const { answer, update } = useAnswer(read)
  if (isSmall) return answer.state === 'value' && <SmallGoal classId={classId} week={answer.value.week} />
  return (
    <Card className="grid gap-4" aria-labelledby="class-goal">
      <h2 id="class-goal" className="text-2xl">
        {words.heading}
      </h2>
      {answer.state === 'loading' && <Spinner />}
      {answer.state === 'failed' && <FailureNote failure={answer.failure} />}
      {answer.state === 'value' && (
        <Goal classId={classId} goal={answer.value} names={names} onSet={(next) => update(() => next)} />
      )}
    </Card>
  )
}

function SmallGoal({ classId, week }: { classId: string; week: ClassGoal['week'] }) {
  if (!week) return null
  return (
    <section aria-labelledby="class-goal" className="grid grid-cols-[minmax(0,1fr)] gap-3 print:hidden">
      <h2 id="class-goal" className="text-2xl">
        {words.heading}
      </h2>
      <div className="flex flex-wrap items-center gap-x-8 gap-y-3">
        <div className="w-120 max-w-full">
          <GoalPicture days={week.days} goal={week.goal} />
        </div>
        <div className="grid gap-3">
          <GoalWords week={week} />
          <Buttons classId={classId} week={week} mayChange={false} onSet={() => undefined} />
        </div>
      </div>
    </section>
  )
}

type GoalProps = {
  classId: string
  goal: ClassGoal
  names: Names
  onSet: (goal: ClassGoal) => void
}

function Goal({ classId, goal: { week, last, children }, names, onSet }: GoalProps) {
  const isCelebrated = week?.state === 'reached' || (week?.state === 'open' && last?.reached === true)
  return (
    <>
      {week ? (
        <>
          <GoalPicture days={week.days} goal={week.goal} />
          <GoalWords week={week} />
          <p className="text-ink-soft">{words.hint}</p>
        </>
      ) : (
        <p className="text-ink-soft">{words.none}</p>
      )}
      {last && (
        <p className="text-ink-soft">
          {last.reached ? words.lastReached(last.days, last.goal) : words.last(last.days, last.goal)}
        </p>
      )}
      {isCelebrated && <p className="rounded-key bg-sunk px-4 py-3">{words.celebrate}</p>}
      {week && <Buttons classId={classId} week={week} mayChange onSet={onSet} />}
      {week && <Contributors practiced={children} names={names} />}
    </>
  )
}

type ButtonProps = Pick<GoalProps, 'classId' | 'onSet'> & { week: Week; mayChange: boolean }

function Buttons({ classId, week, mayChange, onSet }: ButtonProps) {
  const [opened, setOpened] = useState<'show' | 'set' | null>(null)
  const close = useCallback(() => setOpened(null), [])
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button kind="secondary" onClick={() => setOpened('show')}>
        {words.show}
      </Button>
      {!mayChange ? null : week.isSet ? (
        <p className="text-ink-soft">{words.isSet}</p>
      ) : (
        <Button kind="quiet" onClick={() => setOpened('set')}>
          {words.set}
        </Button>
      )}
      <Dialog
        open={opened === 'show'}
        title={words.ofChild}
        onClose={close}
        actions={
          <Button kind="primary" onClick={close}>
            {words.close}
          </Button>
        }
      >
        {opened === 'show' && (
          <div data-wide className="grid gap-6 text-2xl">
            <GoalPicture days={week.days} goal={week.goal} isLarge />
            <GoalWords week={week} />
          </div>
        )}
      </Dialog>
      <SetGoal open={opened === 'set'} classId={classId} week={week} onSet={onSet} onClose={close} />
    </div>
  )
}

function Contributors({ practiced, names }: { practiced: ClassGoal['children']; names: Names }) {
  const daysOf = new Map(practiced.map(({ studentId, days }) => [studentId, days]))
  const shown = names.filter(({ id }) => daysOf.has(id))
  if (shown.length === 0) return null
  return (
    <details>
      <summary className="text-link inline-flex min-h-target min-w-target items-center font-bold">
        {words.who}
      </summary>
      <ul className="mt-2 grid gap-x-6 gap-y-1 sm:grid-cols-2 lg:grid-cols-3">
        {shown.map(({ id, name }) => (
          <li key={id} className="wrap-anywhere">
            {withNames((shown) => words.child(shown, daysOf.get(id) ?? 0), name)}
          </li>
        ))}
      </ul>
    </details>
  )
}
