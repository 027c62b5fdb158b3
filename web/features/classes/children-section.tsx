import { useCallback } from 'react'
import type { Overview } from '../../../contract/child-data.ts'
import type { ChildWithPin, ClassWithChildren } from '../../../contract/classes.ts'
import type { PinKind } from '../../../domain/pin.ts'
import * as classCalls from '../../generated/class-calls.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyFrame } from '../../ui/empty-frame.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { ClassTable } from './class-table.tsx'
import { byName } from './by-name.ts'
import { classMessages } from './messages.en.ts'
import { NewPins } from './new-pins.tsx'

const { children: words } = classMessages

type Props = {
  school: ClassWithChildren
  overview: Overview | null
  onAdd: () => void
  onCards: (cards: readonly ChildWithPin[]) => void
  onPinKind: (pinKind: PinKind) => void
}

/** The children of a class, and the actions on all of them. */
export function ChildrenSection({ school, overview, onAdd, onCards, onPinKind }: Props) {
  const { id: classId, children } = school
  const pinsOf = useAction(() => sessionCall(classCalls.readPins, { params: { classId } }))
  const renew = useCallback(
    (pinKind: PinKind) => sessionCall(classCalls.newPins, { params: { classId }, body: { pinKind } }),
    [classId],
  )

  async function showCards(): Promise<void> {
    const shown = await pinsOf.run()
    if (shown) onCards(byName(shown.children))
  }

  function onNewPins(made: readonly ChildWithPin[], pinKind: PinKind): void {
    onPinKind(pinKind)
    if (made.length > 0) onCards(byName(made))
  }

  return (
    <section aria-labelledby="children" className="grid gap-4 print:block">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="children" className="text-2xl">
          {words.heading(children.length)}
        </h2>
        <div className="flex flex-wrap gap-2 print:hidden">
          <NewPins count={children.length} pinKind={school.pinKind} renew={renew} onDone={onNewPins} />
          {children.length > 0 && (
            <Button kind="secondary" aria-disabled={pinsOf.isPending} onClick={() => void showCards()}>
              {words.cards}
            </Button>
          )}
          <Button kind="primary" onClick={onAdd}>
            {words.add}
          </Button>
        </div>
      </div>
      <FailureNote failure={pinsOf.failure} waitSeconds={pinsOf.waitSeconds} />
      {children.length === 0 ? (
        <div className="flex flex-col items-center gap-4 py-10 text-center">
          <EmptyFrame />
          <h3 className="text-xl">{words.emptyTitle}</h3>
          <p className="max-w-md text-ink-soft">{words.empty}</p>
        </div>
      ) : (
        <ClassTable
          labelledBy="children"
          list={children}
          hrefOf={({ id }) => `/classes/${classId}?child=${id}`}
          overview={overview}
          wrongPins={school.wrongPins}
        />
      )}
    </section>
  )
}
