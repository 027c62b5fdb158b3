import { useEffect, useState } from 'react'
import type { ChildWithPin } from '../../../contract/classes.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { StageHeading } from '../../ui/stage-heading.tsx'
import { classMessages } from './messages.en.ts'
import { NameCards } from './name-cards.tsx'
import { UnreachableNote } from './unreachable-note.tsx'

const { cards: words } = classMessages

/** Cards with the same code. */
export type CardSet = {
  readonly code: string
  /** Empty for a family. */
  readonly className: string
  readonly cards: readonly ChildWithPin[]
}

type Props = {
  sets: readonly CardSet[]
  /** These children have just been added: their cards are still to be printed. */
  areAdded?: boolean
  onDone: () => void
}

/** Whether the page has been printed since it was opened, by our button or by the browser's own command. */
function usePrinted(): boolean {
  const [isPrinted, setPrinted] = useState(false)
  useEffect(() => {
    const remember = (): void => setPrinted(true)
    window.addEventListener('beforeprint', remember)
    return () => window.removeEventListener('beforeprint', remember)
  }, [])
  return isPrinted
}

/** Cards on the screen as they will be on paper. */
export function CardsView({ sets, areAdded = false, onDone }: Props) {
  const cards = sets.flatMap((set) => set.cards)
  const isFamily = sets.some(({ className }) => className === '')
  const unknown = cards.filter(({ pin }) => pin === null).map(({ name }) => name)
  const isPrinted = usePrinted()
  const [isAsking, setAsking] = useState(false)
  // What some browsers answer is a promise, and an effect may not have one.
  useEffect(() => void window.scrollTo(0, 0), [])
  return (
    <div className="grid gap-6">
      <div className="grid gap-4 print:hidden">
        <StageHeading className="text-3xl!">
          {areAdded ? words.addedTitle(cards.length) : words.title}
        </StageHeading>
        {areAdded && <p className="max-w-160 text-lg font-bold">{words.addedNext(cards.length, isFamily)}</p>}
        <p className="max-w-160 text-ink-soft">{words.lead(cards.length, isFamily)}</p>
        <UnreachableNote isFamily={isFamily} />
        {unknown.length > 0 && (
          <p role="alert" className="rounded-key bg-thinking-wash px-4 py-3 font-bold text-thinking">
            {words.unknown(unknown)}
          </p>
        )}
        <div className="flex flex-wrap gap-3">
          <Button kind="primary" onClick={() => window.print()}>
            {areAdded ? words.printAll(cards.length) : words.print}
          </Button>
          <Button kind="secondary" onClick={() => (areAdded && !isPrinted ? setAsking(true) : onDone())}>
            {words.done}
          </Button>
        </div>
      </div>
      {sets.map((set) => (
        <NameCards key={set.code} {...set} />
      ))}
      <UnprintedDialog
        open={isAsking}
        count={cards.length}
        isFamily={isFamily}
        onLeave={onDone}
        onClose={() => setAsking(false)}
      />
    </div>
  )
}

type DialogProps = {
  open: boolean
  count: number
  isFamily: boolean
  onLeave: () => void
  onClose: () => void
}

/** Asks before cards that nobody has printed are left. */
function UnprintedDialog({ open, count, isFamily, onLeave, onClose }: DialogProps) {
  function print(): void {
    onClose()
    window.print()
  }
  return (
    <Dialog
      open={open}
      role="alertdialog"
      title={words.unprintedTitle}
      onClose={onClose}
      actions={
        <>
          <Button kind="secondary" onClick={onLeave}>
            {words.leave}
          </Button>
          <Button kind="primary" onClick={print}>
            {words.printAll(count)}
          </Button>
        </>
      }
    >
      <p>{words.unprinted(count, isFamily)}</p>
    </Dialog>
  )
}
