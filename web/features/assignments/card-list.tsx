import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { AssignmentCard } from '../../../contract/assignments.ts'
import { ASSIGNED_PREFIX } from '../../../domain/category.ts'
import { assignedName } from '../../../domain/school/assigned-names.en.ts'
import { Check } from '../../ui/icons.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { cardMessages as words } from './cards.messages.en.ts'
import { cardsOf, keptCards, refreshCards } from './cards.ts'

const MAX_CARDS = 3

type Props = {
  studentId: string
  /** The current day of the class or family. */
  today: string
  /** Whether something this child did here has not reached the server. */
  isAhead: boolean
  onNear: () => void
}

/** A child's assignments on the home screen, with answers that are still on this device counted. */
export function CardList({ studentId, today, isAhead, onNear }: Props) {
  const kept = useStore(keptCards)
  const cards = cardsOf(kept, studentId)
  const [isOld, setOld] = useState(false)
  useEffect(() => {
    if (!isAhead) void refreshCards(studentId).then((hasArrived) => setOld(!hasArrived))
  }, [studentId, isAhead])
  if (kept === null || cards.length === 0) return null
  return (
    <section aria-label={words.heading} className="grid gap-3 lg:grid-cols-3">
      {cards.slice(0, MAX_CARDS).map((card) => (
        <Card key={`${card.id} ${card.round}`} card={card} today={today} onNear={onNear} />
      ))}
      {isOld && <p className="text-sm text-ink-soft lg:col-span-3">{words.asOf(kept.fetchedAtMs)}</p>}
    </section>
  )
}

/** Practice of a league is started as usual, so that it counts on its board. */
function hrefOf({ id, assigned }: AssignmentCard): string {
  return `/practice/${assigned.kind === 'league' ? assigned.league : ASSIGNED_PREFIX + id}`
}

function Card({ card, today, onNear }: { card: AssignmentCard; today: string; onNear: () => void }) {
  const { assigned, amountKind, amount, count, dueDay, isDone } = card
  // Cards from yesterday are shown without a network, too.
  const isStillOpen = card.isStillOpen || today > dueDay
  const name = assignedName(assigned, words.needs)
  return (
    <article className="flex items-center justify-between gap-4 rounded-card border-2 border-line bg-sheet p-4">
      <div className="min-w-0">
        <h2 className="text-lg leading-snug wrap-anywhere">{name}</h2>
        {isDone ? (
          <p className="flex items-center gap-2 text-ink-soft">
            <span className="text-success">
              <Check />
            </span>
            {words.doneMore}
          </p>
        ) : (
          <>
            <p className="text-ink-soft">
              {`${words.amount(amountKind, count, amount)} · ${isStillOpen ? words.stillOpen : words.due(dueDay, today)}`}
            </p>
            <ShareBar share={count / amount} />
          </>
        )}
      </div>
      <LinkButton
        kind="secondary"
        href={hrefOf(card)}
        className="shrink-0"
        onPointerEnter={onNear}
        onFocus={onNear}
      >
        {isDone ? words.more : count > 0 ? words.goOn : words.start}
        <span className="sr-only"> {words.play(name)}</span>
      </LinkButton>
    </article>
  )
}

/** How much is done, 0 to 1, as a bar. */
export function ShareBar({ share }: { share: number }) {
  return (
    <div className="mt-2 h-2 overflow-hidden rounded-full bg-sunk" aria-hidden="true">
      <div
        className="h-full rounded-full bg-success forced-color-adjust-none"
        style={{ width: `${100 * share}%` }}
      />
    </div>
  )
}

/** In the results of a session from a card: how much is done. */
export function CardNote({ card }: { card: AssignmentCard }) {
  const { amountKind, amount, count, isDone } = card
  return (
    <output className="flex min-h-14 items-center font-bold sm:text-xl">
      {isDone
        ? words.doneMore
        : `${assignedName(card.assigned, words.needs)}: ${words.amount(amountKind, count, amount)}`}
    </output>
  )
}
