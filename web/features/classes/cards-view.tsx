import { Button } from '../../ui/button.tsx'
import { StageHeading } from '../../ui/stage-heading.tsx'
import { classMessages } from './messages.en.ts'
import { NameCards, type CardOf } from './name-cards.tsx'
import { UnreachableNote } from './unreachable-note.tsx'

const { cards: words, pins } = classMessages

type Props = {
  code: string
  className: string
  cards: readonly CardOf[]
  /** Not all PINs could be made anew. */
  isCutShort?: boolean
  onDone: () => void
}

/** Cards on the screen as they will be on paper. Where they have PINs, this is the only time these are shown. */
export function CardsView({ code, className, cards, isCutShort = false, onDone }: Props) {
  const hasPins = cards.some(({ pin }) => pin !== null)
  return (
    <div className="grid gap-6">
      <div className="not-printed grid gap-4">
        <StageHeading className="text-3xl!">{hasPins ? pins.title(cards.length) : words.title}</StageHeading>
        <p className="max-w-160 text-lg">{hasPins ? pins.once(cards.length) : words.withoutPin}</p>
        <p className="max-w-160 text-ink-soft">{words.lead}</p>
        <UnreachableNote />
        {isCutShort && (
          <p role="alert" className="rounded-key bg-thinking-wash px-4 py-3 font-bold text-thinking">
            {pins.stopped}
          </p>
        )}
        <div className="flex flex-wrap gap-3">
          <Button kind="primary" onClick={() => window.print()}>
            {hasPins ? pins.print(cards.length) : words.print}
          </Button>
          <Button kind="secondary" onClick={onDone}>
            {hasPins ? pins.done : words.back}
          </Button>
        </div>
      </div>
      <NameCards code={code} className={className} cards={cards} />
    </div>
  )
}
