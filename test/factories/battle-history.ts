import { BOT_IDS } from '../../domain/bot.ts'
import { DIVISIONS, PREFERENCES_OF } from '../../domain/division.ts'
import type { GuestRecord } from '../../domain/guest-record.ts'
import { daysBefore, practiceDay, practiceDayStartMs } from '../../domain/practice-day.ts'
import type { FinishedBattle, FinishedPlayer } from '../../server/battle/port.ts'
import { tokenHash } from '../../server/guest/token.ts'
import type { Database } from '../../server/storage/database.ts'
import { sqlBattleStore } from '../../server/storage/sql/battles/battle-store.ts'
import { sqlPlayerStore } from '../../server/storage/sql/practice/player-store.ts'
import { sqlRemovalStore } from '../../server/storage/sql/retention/removal-store.ts'
import { sqlRetentionStore } from '../../server/storage/sql/retention/retention-store.ts'
import { MergedGuests, TAKE_ALL } from './merged-guests.ts'
import { enrolment, playerTokenOf } from './students.ts'
import { BattleOracle } from './battle-oracle.ts'
import { botPlayer, finishedBattle, person } from './finished-battle.ts'
import { guestRecord } from './guests.ts'
import { seededRandom } from '../../domain/seeded-random.ts'

const PLAYERS = 14
const KEPT_DAYS = 3
/** So few that many are equal. */
const SCORES = [0, 0, 3, 5, 5, 60, 150]
const NICKNAMES = ['Player', 'SwiftFox42', 'CalmOtter7']
const HOUR_MS = 3_600_000
/** Shortly before the day in spring that has 23 hours. */
const FIRST_MS = practiceDayStartMs('2026-03-06') + 5 * HOUR_MS

/** A student of the history. */
type Student = { readonly studentId: string; readonly playerHash: string }

function studentOf(index: number): Student {
  const studentId = `student${index}`
  return { studentId, playerHash: tokenHash(playerTokenOf(studentId)) }
}

type Result = Pick<FinishedPlayer, 'score' | 'rank' | 'isWinner' | 'left'>

/** The real store and the oracle, to which the same battles happen in an order that follows from the seed. */
export class BattleHistory {
  readonly oracle = new BattleOracle()
  /** Of guests, and then of students. */
  readonly tokens: readonly string[]
  readonly #random: () => number
  readonly #enrol: (studentId: string) => Promise<void>
  readonly #guests = Array.from({ length: PLAYERS }, (_, index) => tokenHash(`player ${index}`))
  readonly #students: readonly Student[]
  readonly #merged = new MergedGuests()
  readonly #stores
  readonly #sent: FinishedBattle[] = []
  #nowMs = FIRST_MS
  #made = 0

  /** With students, guests sign in now and then. */
  constructor(database: Database, seed: number, students = 0) {
    this.#random = seededRandom(seed)
    this.#enrol = enrolment(database)
    this.#students = Array.from({ length: students }, (_, index) => studentOf(index))
    this.tokens = [...this.#guests, ...this.#students.map(({ playerHash }) => playerHash)]
    this.#stores = {
      players: sqlPlayerStore(database, TAKE_ALL),
      battles: sqlBattleStore(database),
      removal: sqlRemovalStore(database),
      retention: sqlRetentionStore(database),
    }
  }

  /** Lets one thing happen. Throws when a store answers otherwise than it should. */
  async step(): Promise<void> {
    if (this.#students.length > 0 && this.#chance(0.08)) return this.#merge()
    const kind = this.#random() * 100
    // Now and then two battles end in the same millisecond.
    this.#nowMs += this.#chance(0.2) ? 0 : Math.floor(this.#random() * 60_000)
    if (kind < 60) await this.#save([this.#battle(this.#nowMs)])
    else if (kind < 70) await this.#save(Array.from({ length: 5 }, () => this.#battle(this.#nowMs)))
    else if (kind < 78) await this.#save([this.#battle(this.#nowMs - this.#random() * 60 * HOUR_MS)])
    else if (kind < 84) await this.#repeat()
    else if (kind < 87) await this.#refuse()
    else if (kind < 91) await this.#remove(this.#pick(this.tokens))
    else if (kind < 97) this.#nowMs += 4 * HOUR_MS
    else await this.forget()
  }

  /** Deletes the days that are not kept now, or as of so many days later. */
  async forget(daysLater = 0): Promise<void> {
    const firstKept = daysBefore(practiceDay(this.#nowMs), KEPT_DAYS - 1 - daysLater)
    await this.#stores.retention.deleteDaysBefore(firstKept, new AbortController().signal)
    this.oracle.deleteDaysBefore(firstKept)
    this.#merged.forgetBefore(practiceDayStartMs(firstKept))
  }

  #pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.#random() * from.length)] as T
  }

  #chance(of: number): boolean {
    return this.#random() < of
  }

  /** The guest after a battle that ended on `day`, made of what the store or the oracle knows. */
  #changeOn(day: string) {
    this.#made += 1
    const fresh = guestRecord({ publicId: `public${this.#made}`, lastActiveDay: day })
    const change = this.#chance(0.3) ? { nickname: this.#pick(NICKNAMES) } : {}
    return (known: GuestRecord | null): GuestRecord => {
      const guest = known ?? fresh
      const lastActiveDay = guest.lastActiveDay > day ? guest.lastActiveDay : day
      return { ...guest, ...change, lastActiveDay }
    }
  }

  /** Ranked results of so many players, best first: ties, and players who left behind all others. */
  #results(count: number): Result[] {
    const stayed = this.#chance(0.05) ? 0 : count - (this.#chance(0.1) ? 1 : 0)
    const scores = Array.from({ length: count }, () => this.#pick(SCORES))
    const ordered = [...scores.slice(0, stayed).toSorted((a, b) => b - a), ...scores.slice(stayed)]
    return ordered.map((score, place) => {
      const left = place >= stayed
      const rank = left ? place + 1 : ordered.indexOf(score) + 1
      return { score, left, rank, isWinner: !left && rank === 1 }
    })
  }

  #battle(endedAtMs: number): FinishedBattle {
    const ended = Math.floor(endedAtMs)
    const day = practiceDay(ended)
    const withBot = this.#chance(0.3)
    const size = withBot ? 2 : this.#pick([2, 2, 3])
    const botPlace = withBot ? this.#pick([0, 1]) : -1
    const chosen = new Set<string>()
    while (chosen.size < size) chosen.add(this.#pick(this.tokens))
    const hashes = [...chosen]
    const isWhole = !this.#chance(0.15)
    const players = this.#results(size).map((result, place) => {
      if (place === botPlace && !result.left) return botPlayer(this.#pick(BOT_IDS), result)
      const isWinner = result.isWinner && isWhole
      return person(hashes[place] ?? '', { ...result, isWinner }, this.#changeOn(day))
    })
    const division = this.#pick(DIVISIONS)
    const battle = finishedBattle(players, {
      battleId: `battle-${Math.floor(this.#random() * 2 ** 40).toString(36)}`,
      division,
      preference: this.#pick(PREFERENCES_OF[division]),
      endedAtMs: ended,
      practiceDay: day,
    })
    this.#sent.push(battle)
    return battle
  }

  async #save(battles: readonly FinishedBattle[]): Promise<void> {
    for (const battle of battles) {
      await this.#stores.battles.save(battle)
      this.#note(battle)
    }
  }

  /** The battle without those who have signed in since. */
  #asStored({ players, ...battle }: FinishedBattle): FinishedBattle {
    const isMerged = (player: FinishedPlayer): boolean =>
      player.kind === 'person' && this.#merged.isMerged(player.tokenHash)
    return { ...battle, players: players.filter((player) => !isMerged(player)) }
  }

  /** A guest signs in, for the first time or again. */
  async #merge(): Promise<void> {
    const { studentId, playerHash } = this.#pick(this.#students)
    const guestHash = this.#pick(this.#guests)
    await this.#enrol(studentId)
    const today = practiceDay(this.#nowMs)
    const merging = { studentId, playerHash, guestHash, nowMs: this.#nowMs, practiceDay: today, device: '' }
    const change = this.#changeOn(today)
    const merged = await this.#stores.players.merge(merging, (known) => ({ ...change(known), studentId }))
    const expected = this.#merged.sayOr(guestHash, playerHash, this.#nowMs, () => {
      if (this.oracle.guest(guestHash) === undefined) return null
      const known = this.oracle.guest(playerHash)
      const { publicId, nickname, lastActiveDay } = change(known ? { ...guestRecord(), ...known } : null)
      const player = { tokenHash: playerHash, publicId, nickname, lastActiveDay }
      return { sessions: 0, points: 0, battles: this.oracle.merge(guestHash, player) }
    })
    if (JSON.stringify(merged) !== JSON.stringify({ kind: 'merged', merged: expected })) {
      throw new Error(`got ${JSON.stringify(merged)} instead of ${JSON.stringify(expected)}`)
    }
  }

  #note(sent: FinishedBattle): void {
    const battle = this.#asStored(sent)
    const people = battle.players.flatMap((player) => (player.kind === 'person' ? [player] : []))
    if (people.length === 0) return
    this.oracle.save(
      battle,
      people.map(({ tokenHash: hash, change }) => {
        const known = this.oracle.guest(hash)
        const { publicId, nickname, lastActiveDay } = change(known ? { ...guestRecord(), ...known } : null)
        return { tokenHash: hash, publicId, nickname, lastActiveDay }
      }),
    )
  }

  /** A battle arrives again, twice, perhaps with other contents. */
  async #repeat(): Promise<void> {
    if (this.#sent.length === 0) return
    const earlier = this.#pick(this.#sent)
    const other = { ...earlier, players: this.#battle(earlier.endedAtMs).players }
    this.#sent.pop()
    await this.#save(this.#chance(0.5) ? [earlier, other] : [other, earlier])
  }

  async #refuse(): Promise<void> {
    const battle = this.#battle(this.#nowMs)
    this.#sent.pop()
    const refusal = new Error('this guest may not')
    const spoiled = battle.players.map((player) => {
      if (player.kind === 'bot') return player
      return {
        ...player,
        change: () => {
          throw refusal
        },
      }
    })
    const good = this.#battle(this.#nowMs)
    const [, ended] = await Promise.all([
      this.#save([good]),
      this.#stores.battles.save({ ...battle, players: spoiled }).catch((error: unknown) => error),
    ])
    const isStored = this.#asStored(battle).players.some(({ kind }) => kind === 'person')
    if (isStored && ended !== refusal) throw new Error('a refused battle was stored')
  }

  async #remove(hash: string): Promise<void> {
    const known = this.oracle.guest(hash)
    const removed = await this.#stores.removal.remove(known?.publicId ?? 'nobody')
    if ((removed === null) !== (known === undefined)) throw new Error('the wrong one was removed')
    this.oracle.remove(hash)
  }
}
