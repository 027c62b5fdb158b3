import { useCallback, useState, type ReactNode } from 'react'
import type { ChildWithPin, ClassWithChildren } from '../../../contract/classes.ts'
import * as childDataCalls from '../../generated/child-data-calls.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { useAnswer } from '../../lib/server-value.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { AddChildren } from './add-children.tsx'
import { CardsView } from './cards-view.tsx'
import { ChildrenSection } from './children-section.tsx'
import type { UpdateClass } from './child-of-class.tsx'
import { ClassActions } from './class-actions.tsx'
import { ClassCode } from './class-code.tsx'
import { ClassExport } from './class-export.tsx'
import { ClassHead } from './class-head.tsx'
import { ClassNewDevices } from './class-new-devices.tsx'
import { DeletedChildren } from './deleted-children.tsx'
import { roomMessages } from './class-room.messages.en.ts'
import { classMessages } from './messages.en.ts'
import { MoveChildren } from './move-children.tsx'
import { OpenedDetails } from './opened-details.tsx'
import { isAdding } from './unadded-names.ts'

/** The children of a class, the form that adds some, or their cards. */
type View =
  | { readonly kind: 'children' }
  | { readonly kind: 'add' }
  | { readonly kind: 'cards'; readonly cards: readonly ChildWithPin[]; readonly areAdded: boolean }

const CHILDREN: View = { kind: 'children' }

export type ChildrenProps = FurtherProps & {
  update: UpdateClass
  refetch: () => void
}

/** The children of a class, its code and cards, and the actions on the whole class. */
export function ChildrenOfClass({ school, update, refetch, ...further }: ChildrenProps) {
  const { id: classId } = school
  const [view, setView] = useState<View>(() => (isAdding(school) ? { kind: 'add' } : CHILDREN))
  const readOverview = useCallback(
    (signal: AbortSignal) => sessionCall(childDataCalls.overviewOfClass, { params: { classId } }, { signal }),
    [classId],
  )
  const { answer, refetch: refetchOverview } = useAnswer(readOverview)
  const back = (): void => setView(CHILDREN)

  function reread(): void {
    refetch()
    refetchOverview()
  }

  function showCards(cards: readonly ChildWithPin[], areAdded: boolean): void {
    setView({ kind: 'cards', cards, areAdded })
    reread()
  }

  if (view.kind === 'cards') {
    const { cards, areAdded } = view
    const set = { code: school.code, className: school.name, cards }
    return <CardsView sets={[set]} areAdded={areAdded} onDone={back} />
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 print:block print:space-y-6">
      <ClassHead school={school} onChanged={(next) => update((known) => ({ ...known, ...next }))} />
      {!school.archived && (
        <ClassCode
          classId={classId}
          code={school.code}
          onRenewed={(next) => update((known) => ({ ...known, ...next, newDevicesWait: false }))}
        />
      )}
      {!school.archived && view.kind === 'children' && (
        <ClassNewDevices
          school={school}
          update={update}
          refetch={refetch}
          isOnlyWaiting={school.children.length === 0}
        />
      )}
      {view.kind === 'children' && !school.archived && school.children.length > 0 && (
        <ClassActions school={school}>
          <LinkButton kind="secondary" href={`/classes/${classId}?view=dashboard`}>
            {roomMessages.dashboard}
          </LinkButton>
        </ClassActions>
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
      {view.kind === 'children' && <FurtherSections school={school} onMoved={reread} {...further} />}
    </div>
  )
}

type FurtherProps = {
  school: ClassWithChildren
  goal: ReactNode
}

/** The parts below the list of children. */
function FurtherSections({ school, goal, onMoved }: FurtherProps & { onMoved: () => void }) {
  const { id: classId, archived, children } = school
  const hasChildren = children.length > 0
  return (
    <div className="contents print:hidden">
      {!archived && hasChildren && goal}
      {hasChildren && (
        <OpenedDetails summary={classMessages.child.moveSeveral}>
          <MoveChildren
            key={children.map(({ id }) => id).join(' ')}
            classId={classId}
            list={children}
            onMoved={onMoved}
          />
        </OpenedDetails>
      )}
      {hasChildren && <ClassExport school={school} />}
      <DeletedChildren classId={classId} />
    </div>
  )
}
