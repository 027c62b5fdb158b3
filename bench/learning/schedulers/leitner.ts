import { factsOfCategory } from '../../../domain/category.ts'
import { shuffle } from '../../../domain/fact-selection.ts'
import type { Scheduler } from './scheduler.ts'

/** Days until a card of boxes 2 to 5 is due; box 1 is worked through whenever nothing is due. */
const BOX_DAYS = [0, 2, 4, 8, 16]
/** Milliseconds within which a strict player says that a card is known. */
const AT_ONCE_MS = 3000

type Card = { readonly id: string; box: number; dueDay: number; askedAt: number }

/**
 * Leitner's box (Leitner 1972): all cards begin in box 1, in teaching order. A card that is known moves up one box, any other
 * goes to the back of box 1. Asked are cards of the upper boxes that are due, then box 1 from its front; when both are empty,
 * the card asked longest ago, so that no minute is lost.
 */
export function leitner(needsSpeed: boolean): Scheduler {
  let cards: Card[] = []
  let boxOne: Card[] = []
  let byId = new Map<string, Card>()
  let last: Card | undefined
  let count = 0
  const least = (of: (card: Card) => number, among: (card: Card) => boolean): Card | undefined => {
    let found: Card | undefined
    for (const card of cards) {
      if (card !== last && among(card) && (!found || of(card) < of(found))) found = card
    }
    return found
  }
  return {
    start(category, random) {
      cards = shuffle(factsOfCategory(category), random)
        .toSorted((a, b) => a.difficulty - b.difficulty)
        .map(({ id }) => ({ id, box: 0, dueDay: 0, askedAt: -1 }))
      boxOne = [...cards]
      byId = new Map(cards.map((card) => [card.id, card]))
    },
    sessionBegun() {},
    next(_nowMs, day) {
      const due = least(
        ({ dueDay }) => dueDay,
        ({ box, dueDay }) => box > 0 && dueDay <= day,
      )
      const front = boxOne.find((card) => card !== last)
      const chosen =
        due ??
        front ??
        least(
          ({ askedAt }) => askedAt,
          () => true,
        )
      last = chosen
      return chosen?.id ?? ''
    },
    answered({ factId, correct, responseMs, day }) {
      const card = byId.get(factId)
      if (!card) return
      const isKnown = correct && (!needsSpeed || responseMs <= AT_ONCE_MS)
      if (card.box === 0) boxOne = boxOne.filter((other) => other !== card)
      card.box = isKnown ? Math.min(BOX_DAYS.length - 1, card.box + 1) : 0
      card.dueDay = day + (BOX_DAYS[card.box] ?? 0)
      card.askedAt = count++
      if (card.box === 0) boxOne.push(card)
    },
  }
}
