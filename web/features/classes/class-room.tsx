import { useCallback, useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import type { Child, ChildWithPin, ClassWithChildren } from '../../../contract/classes.ts'
import * as childDataCalls from '../../generated/child-data-calls.ts'
import * as classCalls from '../../generated/class-calls.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { useAnswer } from '../../lib/server-value.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { FailedPage, LoadingPage } from '../../ui/instead-of-page.tsx'
import { AddChildren } from './add-children.tsx'
import { byName } from './by-name.ts'
import { CardsView } from './cards-view.tsx'
import { ChildRoom } from './child-room.tsx'
import { DeletedChildren } from './deleted-children.tsx'
import { wrongPinsOf } from './wrong-pins.ts'
import { ClassCode } from './class-code.tsx'
import { ClassExport } from './class-export.tsx'
import { ClassHead } from './class-head.tsx'
import { ChildrenSection } from './children-section.tsx'
import { classMessages } from './messages.en.ts'
import { NewDevices } from './new-devices.tsx'
import { unaddedNames } from './unadded-names.ts'
import { UnreachableNote } from './unreachable-note.tsx'

/** What a class shows: its children, the form that adds some, or cards. */
type View =
  | { readonly kind: 'children' }
  | { readonly kind: 'add' }
  | { readonly kind: 'cards'; readonly cards: readonly ChildWithPin[]; readonly areAdded: boolean }

const CHILDREN: View = { kind: 'children' }

type Props = {
  classId: string
  /** The child that is looked at; null for the class. */
  studentId: string | null
  /** How a child gets on. */
  progressOf: (studentId: string) => ReactNode
}

/** A teacher's class: its code, its children, their cards, and each child by itself. */
export function ClassRoom({ classId, studentId, progressOf }: Props) {
  const read = useCallback(
    (signal: AbortSignal) => sessionCall(classCalls.read, { params: { classId } }, { signal }),
    [classId],
  )
  const { answer, askAgain, update } = useAnswer(read)
  if (answer.state === 'loading') return <LoadingPage />
  if (answer.state === 'failed') {
    const own = { not_found: classMessages.room.gone }
    return <FailedPage failure={answer.failure} onTryAgain={askAgain} own={own} />
  }
  const school = { ...answer.value, children: byName(answer.value.children) }
  const child = school.children.find(({ id }) => id === studentId)
  return (
    <>
      {answer.failure && <FailureNote failure={answer.failure} />}
      {child ? (
        <ChildOfClass key={child.id} school={school} child={child} update={update}>
          {progressOf(child.id)}
        </ChildOfClass>
      ) : (
        <WholeClass school={school} update={update} askAgain={askAgain} />
      )}
    </>
  )
}

type Update = (change: (known: ClassWithChildren) => ClassWithChildren) => void

function ChildOfClass(props: {
  school: ClassWithChildren
  child: Child
  update: Update
  children: ReactNode
}) {
  const { school, child, update } = props
  const [, navigate] = useLocation()
  const href = `/classes/${school.id}`

  function replace(next: readonly Child[]): void {
    update((known) => ({
      ...known,
      children: known.children.flatMap((each) => (each.id === child.id ? next : each)),
    }))
  }

  return (
    <ChildRoom
      child={child}
      home={school}
      isInClass
      wrongPins={wrongPinsOf(school.wrongPins, child.id)}
      back={{ href, label: school.name }}
      onChanged={(next) => replace([next])}
      onGone={() => {
        navigate(href)
        replace([])
      }}
    >
      {props.children}
    </ChildRoom>
  )
}

function WholeClass({
  school,
  update,
  askAgain,
}: {
  school: ClassWithChildren
  update: Update
  askAgain: () => void
}) {
  const { id: classId } = school
  const [view, setView] = useState<View>(() => (unaddedNames(classId) ? { kind: 'add' } : CHILDREN))
  const readOverview = useCallback(
    (signal: AbortSignal) => sessionCall(childDataCalls.overviewOfClass, { params: { classId } }, { signal }),
    [classId],
  )
  const letIn = useCallback(
    (minutes: number) => sessionCall(classCalls.letIn, { params: { classId }, body: { minutes } }),
    [classId],
  )
  const { answer, askAgain: askOverviewAgain } = useAnswer(readOverview)
  const back = (): void => setView(CHILDREN)

  function showCards(cards: readonly ChildWithPin[], areAdded: boolean): void {
    setView({ kind: 'cards', cards, areAdded })
    askAgain()
    askOverviewAgain()
  }

  if (view.kind === 'cards') {
    const { cards, areAdded } = view
    return (
      <CardsView code={school.code} className={school.name} cards={cards} areAdded={areAdded} onDone={back} />
    )
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <ClassHead school={school} onChanged={(next) => update((known) => ({ ...known, ...next }))} />
      {!school.archived && <UnreachableNote />}
      {!school.archived && (
        <ClassCode
          classId={classId}
          code={school.code}
          onRenewed={(next) => update((known) => ({ ...known, ...next, newDevicesWait: false }))}
        />
      )}
      {!school.archived && view.kind === 'children' && (
        <NewDevices
          of="ofClass"
          state={school}
          letIn={letIn}
          askAgain={askAgain}
          onLetIn={(next) => update((known) => ({ ...known, ...next }))}
        />
      )}
      {view.kind === 'add' ? (
        <AddChildren
          classId={classId}
          taken={school.children.map(({ name }) => name)}
          onAdded={(added) => showCards(added, true)}
          onCancel={back}
        />
      ) : (
        <ChildrenSection
          school={school}
          overview={answer.state === 'value' ? answer.value : null}
          onAdd={() => setView({ kind: 'add' })}
          onCards={(cards) => showCards(cards, false)}
          onPinKind={(pinKind) => update((known) => ({ ...known, pinKind }))}
        />
      )}
      {answer.state === 'failed' && <p className="text-ink-soft">{classMessages.children.noSummary}</p>}
      {view.kind === 'children' && school.children.length > 0 && <ClassExport school={school} />}
      {view.kind === 'children' && <DeletedChildren classId={classId} />}
    </div>
  )
}
