import { LEAGUE_IDS } from '../../domain/league.ts'
import { daysBefore, practiceDay, practiceDayStartMs } from '../../domain/practice-day.ts'
import type { GuestRecord } from '../../domain/guest-record.ts'
import type { PracticeResult } from '../../server/practice/port.ts'
import type { Database } from '../../server/storage/database.ts'
import { sqlGuestStore } from '../../server/storage/sql/practice/guest-store.ts'
import { sqlPlayerStore } from '../../server/storage/sql/practice/player-store.ts'
import { sqlPracticeStore } from '../../server/storage/sql/practice/practice-store.ts'
import { sqlRemovalStore } from '../../server/storage/sql/retention/removal-store.ts'
import { sqlRetentionStore } from '../../server/storage/sql/retention/retention-store.ts'
import { tokenHash } from '../../server/guest/token.ts'
import { MergedGuests, TAKE_ALL } from './merged-guests.ts'
import { enrolment, playerTokenOf } from './students.ts'
import { BoardOracle, type OraclePlayer } from './board-oracle.ts'
import { guestRecord } from './guests.ts'
import { seededRandom } from '../../domain/seeded-random.ts'

const PLAYERS = 24
export const KEPT_DAYS = 3
/** So few that many are equal; around the bounds of bands and stretches. */
const SCORES = [0, 0, 3, 5, 5, 5, 10, 10, 63, 64, 250]
const PROBLEMS = [0, 1, 1, 2, 10]
const INSTANTS_MS = [0, 1, 300_000, 599_999, 600_000, 80_000_000, 80_000_001]
export const NICKNAMES = ['Player', 'SwiftFox42', 'CalmOtter7', 'BraveOwl1', 'Player ']
const STATES = ['', '', 'California', 'Texas', 'Ohio', 'Ohio 2', 'Østfold', 'ohio']
const LOCATIONS = ['', 'Springfield', 'São Paulo']
const HOUR_MS = 3_600_000
/** Shortly before the day in spring that has 23 hours. */
const FIRST_MS = practiceDayStartMs('2026-03-06') + 5 * HOUR_MS

type Change = Partial<Pick<OraclePlayer, 'nickname' | 'country' | 'state' | 'location'>>

/** A student of the history; every other one has said where from. */
type Student = { readonly studentId: string; readonly playerHash: string }

function studentOf(index: number): Student {
  const studentId = `student${index}`
  return { studentId, playerHash: tokenHash(playerTokenOf(studentId)) }
}

/** A refusal by the rules above the store. */
class TooFast extends Error {}

/** The real stores and the oracle, to which the same things happen in an order that follows from the seed. */
export class BoardHistory {
  readonly oracle = new BoardOracle()
  /** Of guests, and then of students. */
  readonly tokens: readonly string[]
  nowMs = FIRST_MS
  readonly #random: () => number
  readonly #enrol: (studentId: string) => Promise<void>
  readonly #stores
  readonly #students: readonly Student[]
  readonly #guests = Array.from({ length: PLAYERS }, (_, index) => tokenHash(`player ${index}`))
  readonly #merged = new MergedGuests()
  readonly #sent: PracticeResult[] = []
  #made = 0

  /** With students, guests sign in now and then. */
  constructor(database: Database, seed: number, students = 0) {
    this.#random = seededRandom(seed)
    this.#students = Array.from({ length: students }, (_, index) => studentOf(index))
    this.tokens = [...this.#guests, ...this.#students.map(({ playerHash }) => playerHash)]
    this.#enrol = enrolment(database)
    this.#stores = {
      players: sqlPlayerStore(database, TAKE_ALL),
      guests: sqlGuestStore(database),
      results: sqlPracticeStore(database),
      removal: sqlRemovalStore(database),
      retention: sqlRetentionStore(database),
    }
  }

  get today(): string {
    return practiceDay(this.nowMs)
  }

  get firstKeptDay(): string {
    return daysBefore(this.today, KEPT_DAYS - 1)
  }

  pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.#random() * from.length)] as T
  }

  /** Lets one thing happen. Throws when a store answers otherwise than it should. */
  async step(): Promise<void> {
    if (this.#students.length > 0 && this.#chance(0.1)) return this.#merge()
    const kind = this.#random() * 100
    this.nowMs += Math.floor(this.#random() * 60_000)
    if (kind < 58) await this.#play(this.#session())
    else if (kind < 68) await this.#play(this.#session(this.pick([1, 1, 2, KEPT_DAYS])))
    else if (kind < 75) await this.#repeat()
    else if (kind < 79) await this.#refuse()
    else if (kind < 93) await this.#save(this.pick(this.tokens), this.#change())
    else if (kind < 95) await this.#remove(this.pick(this.tokens))
    else if (kind < 98) this.nowMs += HOUR_MS
    else if (kind < 99) this.nowMs = practiceDayStartMs(daysBefore(this.today, -1)) - 1
    else await this.#forget()
  }

  #chance(of: number): boolean {
    return this.#random() < of
  }

  #change(): Change {
    return {
      ...(this.#chance(0.7) && { state: this.pick(STATES), country: this.pick(['US', 'NO']) }),
      ...(this.#chance(0.3) && { nickname: this.pick(NICKNAMES) }),
      ...(this.#chance(0.2) && { location: this.pick(LOCATIONS) }),
    }
  }

  #session(daysAgo = 0): PracticeResult {
    const day = daysBefore(this.today, daysAgo)
    const dayStartMs = practiceDayStartMs(day)
    const result = {
      tokenHash: this.pick(this.tokens),
      submissionId: this.#chance(0.9) ? `submission-${this.#sent.length % 400}` : null,
      league: this.pick(this.#chance(0.5) ? LEAGUE_IDS.slice(0, 1) : LEAGUE_IDS),
      practiceDay: day,
      score: this.pick(SCORES),
      problemsSolved: this.pick(PROBLEMS),
      correctAnswers: 0,
      averageTimeMs: 1800,
      playedAtMs: this.#chance(0.2) && daysAgo === 0 ? this.nowMs : dayStartMs + this.pick(INSTANTS_MS),
      storedAtMs: this.nowMs,
    }
    this.#sent.push(result)
    return result
  }

  /** The guest after doing something on `day`, for the oracle; and the same change for a store. */
  #changed(hash: string, day: string, change: Change) {
    const known = this.oracle.find(hash)
    this.#made += 1
    const fresh = { nickname: 'Player', country: '', state: '', location: '' }
    const player: OraclePlayer = {
      ...(known ?? { ...fresh, tokenHash: hash, publicId: `public${this.#made}`, lastActiveDay: day }),
      ...change,
      lastActiveDay: known && known.lastActiveDay > day ? known.lastActiveDay : day,
    }
    const { publicId, lastActiveDay } = player
    const apply = (record: GuestRecord | null): GuestRecord => ({
      ...(record ?? guestRecord({ publicId })),
      ...change,
      lastActiveDay,
    })
    return { player, apply }
  }

  /** A guest signs in, for the first time or again. */
  async #merge(): Promise<void> {
    const student = this.pick(this.#students)
    const guestHash = this.pick(this.#guests)
    const { studentId, playerHash } = student
    await this.#enrol(studentId)
    const { player, apply } = this.#changed(playerHash, this.today, {})
    const merging = {
      studentId,
      playerHash,
      guestHash,
      nowMs: this.nowMs,
      practiceDay: this.today,
      device: '',
    }
    const merged = await this.#stores.players.merge(merging, (known) => ({
      ...apply(known),
      studentId,
    }))
    const guest = this.oracle.find(guestHash)
    const expected = this.#merged.sayOr(guestHash, playerHash, this.nowMs, () => {
      if (guest === undefined) return null
      const isTaken = player.country === '' && player.state === ''
      const place = isTaken ? { country: guest.country, state: guest.state } : {}
      return { ...this.oracle.merge(guestHash, { ...player, ...place }), battles: 0 }
    })
    if (JSON.stringify(merged) !== JSON.stringify({ kind: 'merged', merged: expected })) {
      throw new Error(`got ${JSON.stringify(merged)} instead of ${JSON.stringify(expected)}`)
    }
  }

  async #save(hash: string, change: Change): Promise<void> {
    if (this.#merged.isMerged(hash)) return
    const { player, apply } = this.#changed(hash, this.today, change)
    await this.#stores.guests.save(hash, apply)
    this.oracle.save(player)
  }

  async #play(result: PracticeResult): Promise<void> {
    const { submissionId, practiceDay: day } = result
    const hash = result.tokenHash
    if (this.#merged.isMerged(hash)) return
    const { player, apply } = this.#changed(hash, day, this.#chance(0.1) ? this.#change() : {})
    const isRepeat = this.oracle.knows(hash, submissionId)
    const before = isRepeat ? null : await this.oracle.place(day, result.league, hash)
    const recorded = await this.#stores.results.record(result, apply)
    if (!isRepeat) {
      this.oracle.save(player)
      this.oracle.record({ ...result, day })
    }
    if (submissionId === null) return
    const sums = this.oracle.sumsOf(hash, submissionId)
    const place = await this.oracle.place(sums.practiceDay, sums.league, hash)
    const places = {
      rank: place?.rank,
      rankBefore: before?.rank ?? null,
      ranked: place?.total,
      pointsToNext: place?.pointsToNext,
    }
    const expected = { counted: !isRepeat, ...sums, ...places }
    if (JSON.stringify(recorded) !== JSON.stringify(expected)) {
      throw new Error(`got ${JSON.stringify(recorded)} instead of ${JSON.stringify(expected)}`)
    }
  }

  /** A submission arrives again, perhaps with other contents, or after it was deleted. */
  async #repeat(): Promise<void> {
    const earlier = this.#sent.length === 0 ? this.#session() : this.pick(this.#sent)
    await this.#play(this.#chance(0.5) ? earlier : { ...earlier, league: this.pick(LEAGUE_IDS), score: 99 })
  }

  async #refuse(): Promise<void> {
    const result = { ...this.#session(), submissionId: null }
    const answer = this.#stores.results.record(result, () => {
      throw new TooFast()
    })
    const error = await answer.then(
      () => null,
      (reason: unknown) => reason,
    )
    if (!(error instanceof TooFast)) throw new Error('a refused session was stored')
  }

  async #remove(hash: string): Promise<void> {
    const known = this.oracle.find(hash)
    const removed = await this.#stores.removal.remove(known?.publicId ?? 'nobody')
    if ((removed === null) !== (known === undefined)) throw new Error('the wrong one was removed')
    this.oracle.remove(hash)
  }

  async #forget(): Promise<void> {
    await this.#stores.retention.deleteDaysBefore(this.firstKeptDay, new AbortController().signal)
    this.oracle.deleteDaysBefore(this.firstKeptDay)
    this.#merged.forgetBefore(practiceDayStartMs(this.firstKeptDay))
  }
}
