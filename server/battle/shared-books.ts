import { newBook, writtenOf, type BattleBook } from './battle-books.ts'
import { eventText, openingText } from './battle-log-text.ts'
import { endRecord } from './end-record.ts'
import type { EndedBattle } from './ended-battles.ts'
import type { BattleJournal } from './live-battles.ts'
import { MOST_ENDED_TOLD } from './overload.ts'
import type { Outbox } from './shared-outbox.ts'
import type { WrittenBattle } from './shared-port.ts'

/** A battle whose plan has been written before it begins. */
export type Planned = { readonly header: string; readonly epoch: number }

/** A battle that is over; `end` is how, or empty where nobody will ask. It is kept until it is both written and stored. */
export type KeptEnd = {
  readonly book: BattleBook
  readonly end: string
  isWritten: boolean
  isStored: boolean
}

export type SharedBooksNeeds = {
  readonly outbox: Outbox
  /** How far the clock is ahead of the time that all processes have in common. */
  readonly aheadMs: () => number
  /** The time of day. */
  readonly now: () => number
}

/** The books of all battles of this process, and everything that goes into them on its way to the others. */
export type SharedBooks = {
  readonly journal: BattleJournal
  /** What begins meanwhile has been planned and written elsewhere. */
  planned<T>(planned: Planned, begin: () => T): T
  has(battleId: string): boolean
  /** Who has a seat in the battle and has not left. */
  seated(battleId: string): Iterable<string>
  isSeated(battleId: string, playerId: string): boolean
  /** Goes on with a book of another process. */
  add(book: BattleBook): void
  /** The battle is over; its book is closed and answered. Null where there is none. */
  ended(battle: EndedBattle): BattleBook | null
  /** The battle is another's; its book is answered. */
  remove(battleId: string): BattleBook | null
  ids(): readonly string[]
  all(): Iterable<BattleBook>
  written(): readonly WrittenBattle[]
  /** What was to be stored of a battle is stored, or there is nothing. */
  stored(battleId: string): void
  /** Battles that are over, of which it is not known that this is written, or which are not stored yet. */
  keptEnds(): readonly KeptEnd[]
  /** Those ends are written, or another's. */
  endsWritten(ends: readonly KeptEnd[]): void
  /** Forgets all of them: they are another's. Answers those that were not written. */
  forgetEnds(): readonly KeptEnd[]
}

export function sharedBooks({ outbox, aheadMs, now }: SharedBooksNeeds): SharedBooks {
  const books = new Map<string, BattleBook>()
  const over = new Map<string, KeptEnd>()
  let plannedNow: Planned | null = null

  const remove = (battleId: string): BattleBook | null => {
    const book = books.get(battleId) ?? null
    books.delete(battleId)
    return book
  }

  const endsWritten = (ends: readonly KeptEnd[]): void => {
    for (const kept of ends) {
      kept.isWritten = true
      if (kept.isStored) over.delete(kept.book.battleId)
    }
  }

  return {
    journal: {
      opened: (plan, seed, atMs) => {
        const book = newBook(plan, seed, plannedNow ?? {})
        const opening = openingText({ atMs, aheadMs: aheadMs() })
        const [header = ''] = book.entries
        book.entries.push(opening)
        books.set(plan.battleId, book)
        const batch = outbox.batch()
        if (plannedNow) batch.happened(plan.battleId, book.epochText, opening)
        else batch.opened(plan.battleId, book.epoch, [header, opening], [...book.seated])
      },
      happened: (battleId, event, atMs) => {
        const book = books.get(battleId)
        if (!book) return
        const entry = eventText(event, atMs)
        book.entries.push(entry)
        outbox.batch().happened(battleId, book.epochText, entry)
      },
      left: (battleId, playerId) => {
        books.get(battleId)?.seated.delete(playerId)
        outbox.batch().left(battleId, playerId)
      },
    },
    planned: (planned, begin) => {
      plannedNow = planned
      try {
        return begin()
      } finally {
        plannedNow = null
      }
    },
    has: (battleId) => books.has(battleId),
    seated: (battleId) => [...(books.get(battleId)?.seated ?? [])],
    isSeated: (battleId, playerId) => books.get(battleId)?.seated.has(playerId) ?? false,
    add: (book) => void books.set(book.battleId, book),
    ended: (battle) => {
      const book = remove(battle.setup.battleId)
      if (!book) return null
      const { battleId } = book
      const end = battle.startedAtMs === null ? '' : endRecord({ battle, endedAtDateMs: now() })
      const kept: KeptEnd = { book, end, isWritten: false, isStored: end === '' }
      const batch = outbox.batch()
      batch.ended(book, kept)
      // Also while the others can be reached: it may never be known whether this was written, and what was may be forgotten.
      if (over.size < MOST_ENDED_TOLD) over.set(battleId, kept)
      batch.whenWritten(() => endsWritten([kept]))
      return book
    },
    remove,
    ids: () => [...books.keys()],
    all: () => books.values(),
    written: () => [...books.values()].map(writtenOf),
    stored: (battleId) => {
      const kept = over.get(battleId)
      if (kept) kept.isStored = true
      if (kept?.isWritten) over.delete(battleId)
      outbox.batch().stored(battleId)
    },
    keptEnds: () => [...over.values()],
    endsWritten,
    forgetEnds: () => {
      const unwritten = [...over.values()].filter(({ isWritten }) => !isWritten)
      over.clear()
      return unwritten
    },
  }
}
