import { createStore } from 'zustand/vanilla'
import type { AssignmentCard } from '../../../contract/assignments.ts'
import { ASSIGNED_PREFIX } from '../../../domain/category.ts'
import { OPERATIONS } from '../../../domain/fact.ts'
import type { FactNumbers } from '../../../domain/learning/choose.ts'
import { factAt, numberOf } from '../../../domain/learning/memory.ts'
import type { AnsweredProblem } from '../../../domain/scoring.ts'
import * as assignmentCalls from '../../generated/assignment-calls.ts'
import { nowMs } from '../../lib/now.ts'
import { CARDS_KEY } from '../../lib/practice-key.ts'
import { signOutSignal } from '../../lib/session.ts'
import { sessionCall } from '../../lib/session-call.ts'
import { isStudentHere } from '../../lib/signed-in.ts'
import { browserStore } from '../../lib/storage.ts'

/** The cards of a student, as of the last answer of the server and what it did since then. */
type Kept = {
  readonly studentId: string
  /** When the server sent them; epoch milliseconds. */
  readonly fetchedAtMs: number
  readonly cards: readonly AssignmentCard[]
}

/** More cannot be shown, so that a session from a card is as short as others. */
const MAX_PROBLEMS = 20
/** The practice to offer once a card is done. */
const PROBLEMS_MORE = 10
const MINUTE_SECONDS = 60

function revive(json: unknown): Kept | null {
  if (typeof json !== 'object' || json === null) return null
  const { studentId, fetchedAtMs, cards } = json as Readonly<Record<string, unknown>>
  const answer = { cards }
  return typeof studentId === 'string' &&
    typeof fetchedAtMs === 'number' &&
    assignmentCalls.own.accepts(answer)
    ? { studentId, fetchedAtMs, ...answer }
    : null
}

const read = (): Kept | null => browserStore.read(CARDS_KEY, revive)

/** The cards in this browser; null if none are known. */
export const keptCards = createStore(read)

/** The cards of this student, as far as they are known here. */
export function cardsOf(kept: Kept | null, studentId: string): readonly AssignmentCard[] {
  return kept?.studentId === studentId ? kept.cards : []
}

function keep(kept: Kept): void {
  browserStore.write(CARDS_KEY, kept)
  keptCards.setState(read(), true)
}

/** Replaces the cards by those of the server. False if they did not arrive. Never rejects. */
export async function refreshCards(studentId: string): Promise<boolean> {
  const result = await sessionCall(assignmentCalls.own, {}, { signal: signOutSignal })
  // The child may have signed out in the meantime, here or in another tab.
  if (result.ok && !signOutSignal.aborted && isStudentHere())
    keep({ studentId, fetchedAtMs: nowMs(), ...result.value })
  return result.ok
}

const leftOf = ({ amount, count }: AssignmentCard): number => amount - count

/** The card that a session was started from. Where several rounds are open, the session counts for all: the one with most left. */
export function cardOf(studentId: string, sessionType: string): AssignmentCard | undefined {
  const id = sessionType.startsWith(ASSIGNED_PREFIX) ? sessionType.slice(ASSIGNED_PREFIX.length) : ''
  const cards = cardsOf(read(), studentId).filter((card) => card.id === id)
  return cards.toSorted((one, other) => leftOf(other) - leftOf(one))[0]
}

/** The facts of a session that was started from a card, by operation. */
export function factsOfCard(studentId: string, sessionType: string): FactNumbers | undefined {
  const card = cardOf(studentId, sessionType)
  if (!card) return undefined
  const lists = OPERATIONS.map(
    (operation) =>
      [operation, card.facts.filter((number) => factAt(number)?.operation === operation)] as const,
  )
  return new Map(lists.filter(([, numbers]) => numbers.length > 0))
}

/** How many problems the next session from a card has. */
export function problemsOfCard(card: AssignmentCard): number {
  if (card.isDone) return PROBLEMS_MORE
  return card.amountKind === 'minutes' ? MAX_PROBLEMS : Math.min(MAX_PROBLEMS, Math.max(1, leftOf(card)))
}

/** Adds a finished session to the cards, until the server's counts arrive. */
export function addToCards(
  studentId: string,
  sessionType: string,
  { answered, durationMs }: { readonly answered: readonly AnsweredProblem[]; readonly durationMs: number },
): void {
  const before = read()
  if (before?.studentId !== studentId || before.cards.length === 0) return
  keep({
    ...before,
    cards: before.cards.map((card) => {
      const isAny = card.assigned.kind === 'needs'
      const facts = answered.filter(({ factId }) => isAny || card.facts.includes(numberOf(factId))).length
      const isAll = facts === answered.length || sessionType === ASSIGNED_PREFIX + card.id
      const seconds = card.seconds + (isAll ? durationMs / 1000 : 0)
      const done = card.amountKind === 'problems' ? card.count + facts : Math.floor(seconds / MINUTE_SECONDS)
      const count = Math.min(card.amount, Math.max(card.count, done))
      return {
        ...card,
        count,
        seconds,
        isDone: card.isDone || count >= card.amount,
      }
    }),
  })
}
