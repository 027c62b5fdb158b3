import { DIVISIONS, PREFERENCES_OF, type BattleType } from '../../../domain/division.ts'
import { matchNear } from '../../../domain/matchmaking.ts'
import { nameOf, type SharedWaiting } from './arena-store.ts'
import type { BattleQueue, QueueListener, Waiting } from '../queue/battle-queue.ts'
import { headerText } from './battle-record.ts'
import type { OwnedBattles } from './owned-battles.ts'
import type { RemoteBattles } from './remote-battles.ts'
import type { SharedContext } from './shared-context.ts'

/** How often the pages that wait here are pinged. */
const PING_MS = 300
/** Pages that answer within this time are reported together. */
const TOGETHER_MS = 20

/** A player waiting here. */
type Entry = {
  readonly type: BattleType
  readonly waiting: Waiting
  /** Whether the page has been heard since it was last reported. */
  isHeard: boolean
  /** Whether the last report was answered that the player is in a battle. */
  isPlaying: boolean
  position: number
}

type SharedQueueNeeds = Pick<
  SharedContext,
  'clock' | 'length' | 'maxWaiting' | 'newBattleId' | 'newSeed' | 'report' | 'store' | 'waited'
> & {
  readonly owned: Pick<OwnedBattles, 'begin'>
  readonly remote: Pick<RemoteBattles, 'leaveBattle' | 'resume'>
}

const TYPES: readonly BattleType[] = DIVISIONS.flatMap((division) =>
  PREFERENCES_OF[division].map((preference) => ({ division, preference })),
)

/** The owner of a group's battle: the process with most of its players; on a tie, the one of the earliest player. */
function ownerOf(group: readonly SharedWaiting[]): string | undefined {
  const playersAt = ({ process }: SharedWaiting): number =>
    group.filter((other) => other.process === process).length
  return group.toSorted((a, b) => playersAt(b) - playersAt(a))[0]?.process
}

/**
 * The queues that all processes share. Each process reports its waiting players again and again, as long as their pages answer:
 * whoever is not reported is out of the queue. Each claims the groups of which it has most players.
 */
export class SharedBattleQueue implements BattleQueue {
  readonly #needs: SharedQueueNeeds
  readonly #listener: Omit<QueueListener, 'matched'>
  readonly #entries = new Map<string, Entry>()
  #isTicking = false
  #isToReport = false
  #reporting: Promise<unknown> = Promise.resolve()

  constructor(needs: SharedQueueNeeds, listener: Omit<QueueListener, 'matched'>) {
    this.#needs = needs
    this.#listener = listener
  }

  #moveTo(playerId: string, position: number): void {
    const entry = this.#entries.get(playerId)
    if (!entry || entry.position === position) return
    entry.position = position
    this.#listener.position(playerId, position)
  }

  #answered(playerId: string, entry: Entry, answer: string | undefined): void {
    if (this.#entries.get(playerId) !== entry) return
    const wasPlaying = entry.isPlaying
    entry.isPlaying = answer === 'plays'
    if (answer !== 'full' && answer !== 'plays') return this.#moveTo(playerId, Number(answer))
    // A battle that has just been made is about to be announced here.
    if (answer === 'plays' && !wasPlaying) return
    this.#entries.delete(playerId)
    if (answer === 'full') return this.#listener.full(playerId)
    this.#needs.remote.resume(playerId, () => {
      if (!this.#entries.has(playerId)) this.#enter(playerId, entry)
    })
  }

  #enter(playerId: string, entry: Entry): void {
    this.#entries.set(playerId, entry)
    if (!this.#isTicking) this.#tick()
  }

  readonly #tick = (): void => {
    this.#isTicking = this.#entries.size > 0
    if (!this.#isTicking) return
    this.#needs.clock.later(PING_MS, () => {
      for (const playerId of this.#entries.keys()) this.#listener.ping(playerId)
      this.#tick()
    })
  }

  #reportSoon(): void {
    if (this.#isToReport) return
    this.#isToReport = true
    this.#needs.clock.later(TOGETHER_MS, () => {
      this.#reporting = this.#reporting.then(() => {
        this.#isToReport = false
        return Promise.all(TYPES.map((type) => this.#report(type)))
      })
    })
  }

  /** Reports those of one type, and begins the battles that come of it. */
  async #report(type: BattleType): Promise<void> {
    const { maxWaiting, report, store } = this.#needs
    const heard = [...this.#entries].filter(([, one]) => one.isHeard && nameOf(one.type) === nameOf(type))
    if (heard.length === 0) return
    for (const [, entry] of heard) entry.isHeard = false
    try {
      const people = heard.map(([, { waiting }]) => waiting)
      const { answers, everybody } = await store.wait(type, maxWaiting, people)
      heard.forEach(([playerId, entry], at) => this.#answered(playerId, entry, answers[at]))
      const { groups } = matchNear(everybody, ({ process }) => process)
      const own = groups.filter((group) => ownerOf(group) === store.me)
      await Promise.all(own.map((group) => this.#claim(type, group)))
    } catch (error) {
      report(error)
      // Until Redis is reachable, players see their position among those here.
      heard.forEach(([playerId], at) => this.#moveTo(playerId, at + 1))
    }
  }

  async #claim(type: BattleType, group: readonly SharedWaiting[]): Promise<void> {
    const { clock, length, newBattleId, newSeed, owned, remote, store, waited } = this.#needs
    const entrants = group.map(({ playerId, nickname, location }) => {
      return { kind: 'person' as const, playerId, nickname, location }
    })
    const plan = { ...type, ...length, battleId: newBattleId(), entrants }
    const seed = newSeed()
    if (!(await store.claimWaiting(type, plan.battleId, headerText(plan, seed), group))) return
    for (const { sinceMs } of group) waited('people', (clock.nowMs() - sinceMs) / 1000)
    const processes = group.map(({ process }) => process)
    owned.begin(plan, seed, processes)
    for (const { playerId, process } of group) {
      const isGone = process === store.me && !this.#entries.delete(playerId)
      if (isGone) remote.leaveBattle(playerId, plan.battleId)
    }
  }

  readonly join: BattleQueue['join'] = (type, waiting) => {
    const { playerId } = waiting
    const known = this.#entries.get(playerId)
    const isSame = known !== undefined && nameOf(known.type) === nameOf(type)
    const sinceMs = isSame ? known.waiting.sinceMs : waiting.sinceMs
    const entry = { type, waiting: { ...waiting, sinceMs }, isHeard: true, isPlaying: false, position: 0 }
    this.#enter(playerId, entry)
    if (known && !isSame) this.#needs.store.leaveQueue(known.type, playerId).catch(() => null)
    this.#reportSoon()
  }

  readonly leave: BattleQueue['leave'] = (playerId, to) => {
    const known = this.#entries.get(playerId)
    if (!known) return
    this.#entries.delete(playerId)
    this.#listener.gone(to, known.waiting)
    const { store, remote } = this.#needs
    const leaveBattle = (battleId: string | null): void => {
      if (battleId !== null && !this.#entries.has(playerId)) remote.leaveBattle(playerId, battleId)
    }
    store.leaveQueue(known.type, playerId).then(leaveBattle, () => undefined)
  }

  readonly alive: BattleQueue['alive'] = (playerId) => {
    const entry = this.#entries.get(playerId)
    if (!entry) return
    entry.isHeard = true
    this.#reportSoon()
  }

  readonly empty: BattleQueue['empty'] = () => {
    const people = [...this.#entries]
    this.#entries.clear()
    for (const [playerId, { type }] of people) this.#needs.store.leaveQueue(type, playerId).catch(() => null)
    return people.map(([playerId]) => playerId)
  }

  readonly length: BattleQueue['length'] = () => this.#entries.size

  /** A player here has been matched by another process. */
  readonly matched = (playerId: string): void => void this.#entries.delete(playerId)
}
