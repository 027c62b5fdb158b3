import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyFrame } from '../../ui/empty-frame.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { ChildList } from './child-list.tsx'
import type { Overview } from './child-data-calls.ts'
import type { ChildWithPin, ClassWithChildren } from './class-calls.ts'
import { classMessages } from './messages.en.ts'
import { NewPinsDialog } from './new-pins-dialog.tsx'
import { useNewPins } from './use-new-pins.ts'

const { children: words } = classMessages

type Props = {
  school: ClassWithChildren
  overview: Overview | null
  onAdd: () => void
  onCards: () => void
  onNewPins: (children: readonly ChildWithPin[]) => void
}

/** The children of a class, and what is done with all of them. */
export function ChildrenSection({ school, overview, onAdd, onCards, onNewPins }: Props) {
  const { children } = school
  const [isAsking, setAsking] = useState(false)
  const newPins = useNewPins()

  async function renew(): Promise<void> {
    const made = await newPins.run(children)
    setAsking(false)
    if (made.length > 0) onNewPins(made)
  }

  return (
    <section aria-labelledby="children" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="children" className="text-2xl">
          {words.heading(children.length)}
        </h2>
        <div className="flex flex-wrap gap-2">
          {children.length > 0 && (
            <>
              <Button kind="quiet" onClick={() => setAsking(true)}>
                {words.newPins}
              </Button>
              <Button kind="secondary" onClick={onCards}>
                {words.cards}
              </Button>
            </>
          )}
          <Button kind="primary" onClick={onAdd}>
            {words.add}
          </Button>
        </div>
      </div>
      {!isAsking && <FailureNote failure={newPins.failure} />}
      {children.length === 0 ? (
        <div className="flex flex-col items-center gap-4 py-10 text-center">
          <EmptyFrame />
          <h3 className="text-xl">{words.emptyTitle}</h3>
          <p className="max-w-md text-ink-soft">{words.empty}</p>
        </div>
      ) : (
        <ChildList
          list={children}
          hrefOf={({ id }) => `/classes/${school.id}?child=${id}`}
          overview={overview}
        />
      )}
      <NewPinsDialog
        open={isAsking}
        count={children.length}
        made={newPins.made}
        onRenew={() => void renew()}
        onClose={() => setAsking(false)}
      />
    </section>
  )
}
