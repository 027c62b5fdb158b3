import { messagesText, type QueueMessage } from './process-message.ts'
import type { BattlePlan } from '../../../domain/battle-setup.ts'
import { DIVISIONS, PREFERENCES_OF, type BattleType } from '../../../domain/division.ts'
import { matchNear } from '../../../domain/matchmaking.ts'
import { headerText } from './battle-log-text.ts'
import type { BattleQueue, QueueHeard, Waiting } from '../queue/battle-queue.ts'
import type { ArenaClock } from '../referee/clock.ts'
import { HEARD_WITHIN_MS } from '../socket/line-life.ts'
import type { BattleLength } from '../referee/live-battles.ts'
import { GATHER_MS } from '../socket/overload.ts'
import type { ProcessId, SharedStore, SharedWaiting } from './shared-port.ts'

/** A player waiting at this process. A silent one is removed from the shared queue until its page responds. */
type Here = {
  readonly type: BattleType
  readonly waiting: Waiting
  isSilent: boolean
  /** The process that waits for the page's response to a ping. */
  askedBy: ProcessId | null
  position: number
}

/** A pending match by this process. Players who join meanwhile need no ping. */
type Gathering = {
  readonly type: BattleType
  readonly asked: ReadonlySet<string>
  readonly unheard: Set<string>
  isDue: boolean
}

type SharedQueueNeeds = {
  readonly clock: ArenaClock
  readonly store: SharedStore
  readonly me: () => ProcessId
  readonly aheadMs: () => number
  readonly length: BattleLength
  readonly mostWaiting: number
  readonly newBattleId: () => string
  readonly newSeed: () => number
  /** The store says that the player is in a battle: resumes it, or calls `otherwise` if it has ended. */
  readonly playing: (playerId: string, otherwise: () => void) => void
  /** Reports the wait of a matched player. */
  readonly waited: (end: 'people', seconds: number) => void
}

export type SharedQueue = BattleQueue & {
  /** Handles a message of another process. */
  hear(from: ProcessId, message: QueueMessage): void
  /** The player has been matched. */
  matched(playerId: string): void
  /** Takes over matching from processes that have ended. */
  tend(): void
  /** The store is reachable again: adds the players waiting here and removes others. */
  reunite(): void
}

const TYPES: readonly BattleType[] = DIVISIONS.flatMap((division) =>
  PREFERENCES_OF[division].map((preference) => ({ division, preference })),
)

function nameOf({ division, preference }: BattleType): string {
  return `${division}/${preference}`
}

function typeNamed(name: string): BattleType | undefined {
  return TYPES.find((type) => nameOf(type) === name)
}

/** The owner of a group's battle: the process with most of its players; on a tie, the one of the earliest player. */
function ownerOf(group: readonly SharedWaiting[]): ProcessId {
  const counts = new Map<ProcessId, number>()
  for (const { process } of group) counts.set(process, (counts.get(process) ?? 0) + 1)
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? ''
}

/** The queues shared by all processes (ADR 0021). Failed requests are repeated once the store is reachable again. */
export class SharedBattleQueue implements SharedQueue {
  readonly #needs: SharedQueueNeeds
  readonly #heard: Omit<QueueHeard, 'matched'>
  readonly #here = new Map<string, Here>()
  readonly #gatherings = new Map<string, Gathering>()
  /** Queues whose positions are being fetched; true if they have changed again since. */
  readonly #placing = new Map<string, boolean>()
  /** Whether a withdrawn player may still be in a shared queue, because the request failed. */
  #isUnsure = false

  constructor(needs: SharedQueueNeeds, heard: Omit<QueueHeard, 'matched'>) {
    this.#needs = needs
    this.#heard = heard
  }

  #tell(to: ProcessId, message: QueueMessage): void {
    void this.#needs.store.tell(`to:${to}`, messagesText(this.#needs.me(), [message])).catch(() => undefined)
  }

  #placed(playerId: string, position: number): void {
    const known = this.#here.get(playerId)
    if (!known || known.position === position || position < 1) return
    known.position = position
    this.#heard.position(playerId, position)
  }

  #waitingHere(name: string): string[] {
    return [...this.#here].flatMap(([playerId, { type, isSilent }]) =>
      nameOf(type) === name && !isSilent ? [playerId] : [],
    )
  }

  async #tellPlaces(type: BattleType): Promise<void> {
    const name = nameOf(type)
    if (this.#placing.has(name)) return void this.#placing.set(name, true)
    this.#placing.set(name, true)
    while (this.#placing.get(name)) {
      this.#placing.set(name, false)
      const people = this.#waitingHere(name)
      if (people.length === 0) break
      const places = await this.#needs.store.positions(this.#needs.me(), type, people).catch(() => [])
      people.forEach((playerId, at) => this.#placed(playerId, places[at] ?? 0))
    }
    this.#placing.delete(name)
  }

  readonly #withdraw = (playerId: string): void =>
    void this.#needs.store.leave(this.#needs.me(), playerId).catch(() => {
      this.#isUnsure = true
    })

  /** Removes players who are in a shared queue but no longer wait here, and who could never be matched. */
  async #withdrawGhosts(): Promise<void> {
    if (!this.#isUnsure || this.#needs.store.isAway()) return
    this.#isUnsure = false
    try {
      const known = await this.#needs.store.waitersOf(this.#needs.me())
      for (const playerId of known) if (this.#here.get(playerId)?.isSilent ?? true) this.#withdraw(playerId)
    } catch {
      this.#isUnsure = true
    }
  }

  async #enter(playerId: string, { type, waiting }: Here): Promise<void> {
    const since = { ...waiting, sinceMs: Math.round(waiting.sinceMs - this.#needs.aheadMs()) }
    const joined = await this.#needs.store
      .join(this.#needs.me(), type, since, this.#needs.mostWaiting)
      .catch(() => null)
    const known = this.#here.get(playerId)
    if (!known || known.type !== type) return
    switch (joined?.kind) {
      case 'waits':
        this.#placed(playerId, joined.position)
        if (joined.isToGather) void this.#gather(type)
        return
      case 'full':
        this.#here.delete(playerId)
        return this.#heard.full(playerId)
      case 'playing':
        this.#here.delete(playerId)
        return this.#needs.playing(playerId, () => {
          if (this.#here.has(playerId)) return
          this.#here.set(playerId, known)
          void this.#enter(playerId, known)
        })
      default:
        // Added to the queue once the store is reachable; until then, shows the position among the players here.
        return this.#placed(playerId, this.#waitingHere(nameOf(type)).indexOf(playerId) + 1)
    }
  }

  readonly leave: SharedQueue['leave'] = (playerId, to) => {
    const known = this.#here.get(playerId)
    if (!known) return
    this.#here.delete(playerId)
    this.#heard.gone(to, known.waiting)
    this.#withdraw(playerId)
    for (const gathering of this.#gatherings.values()) this.#unawait(gathering, playerId)
  }

  #unawait(gathering: Gathering, playerId: string): void {
    if (!gathering.unheard.delete(playerId)) return
    // The response may be a `leave` event, which has to be handled before the match.
    this.#needs.clock.later(0, () => this.#matchIfHeard(gathering))
  }

  #matchIfHeard(gathering: Gathering): void {
    if (gathering.isDue && gathering.unheard.size === 0) void this.#matchAll(gathering)
  }

  /** Pings the players waiting at this process. */
  #askHere(type: BattleType, by: ProcessId, newcomers: ReadonlySet<string>): void {
    const asked = this.#waitingHere(nameOf(type)).filter((playerId) => !newcomers.has(playerId))
    for (const playerId of asked) {
      const known = this.#here.get(playerId)
      if (known) known.askedBy = by
    }
    this.#needs.clock.later(HEARD_WITHIN_MS, () => {
      for (const playerId of asked) {
        const known = this.#here.get(playerId)
        if (known?.askedBy !== by) continue
        known.askedBy = null
        known.isSilent = true
        known.position = 0
        this.#withdraw(playerId)
      }
    })
    for (const playerId of asked) this.#heard.ask(playerId)
  }

  async #gather(type: BattleType): Promise<void> {
    const entries = await this.#needs.store.waiting(this.#needs.me(), type).catch(() => [])
    const newest = entries.at(-1)?.playerId ?? ''
    const asked = entries.flatMap(({ playerId }) => (playerId === newest ? [] : [playerId]))
    const gathering: Gathering = { type, asked: new Set(asked), unheard: new Set(asked), isDue: false }
    this.#gatherings.set(nameOf(type), gathering)
    this.#needs.clock.later(GATHER_MS, () => {
      gathering.isDue = true
      this.#matchIfHeard(gathering)
    })
    // A little after silent players are removed, at any process.
    this.#needs.clock.later(HEARD_WITHIN_MS + GATHER_MS, () => void this.#matchAll(gathering))
    const others = new Set(
      entries.map(({ process }) => process).filter((process) => process !== this.#needs.me()),
    )
    for (const process of others) this.#tell(process, { type: 'who_waits', queue: nameOf(type), newest })
    this.#askHere(type, this.#needs.me(), new Set([newest]))
  }

  async #matchAll(gathering: Gathering): Promise<void> {
    const { type } = gathering
    if (this.#gatherings.get(nameOf(type)) !== gathering) return
    this.#gatherings.delete(nameOf(type))
    const entries = await this.#needs.store.waiting(this.#needs.me(), type).catch(() => [])
    const isHeard = ({ playerId }: SharedWaiting): boolean => !gathering.unheard.has(playerId)
    const { groups } = matchNear(entries.filter(isHeard), ({ process }) => process)
    const claims = groups.map((members) => {
      const battleId = this.#needs.newBattleId()
      const entrants = members.map(({ playerId, nickname, location }) => {
        return { kind: 'person' as const, playerId, nickname, location }
      })
      const plan: BattlePlan = { ...type, ...this.#needs.length, battleId, entrants }
      const lineOwners = members.map(({ process }) => process)
      const header = headerText({ plan, seed: this.#needs.newSeed(), lineOwners })
      return { battleId, owner: ownerOf(members), header, members }
    })
    const made = new Set(await this.#needs.store.claim(this.#needs.me(), type, claims).catch(() => []))
    for (const { battleId, members } of claims) {
      if (!made.has(battleId)) continue
      for (const { sinceMs } of members)
        this.#needs.waited('people', (this.#needs.clock.nowMs() - this.#needs.aheadMs() - sinceMs) / 1000)
    }
    this.#tendTo(type)
  }

  #tendTo(type: BattleType): void {
    if (this.#gatherings.has(nameOf(type)) || this.#waitingHere(nameOf(type)).length === 0) return
    void this.#gatherIfFree(type).catch(() => undefined)
  }

  async #gatherIfFree(type: BattleType): Promise<void> {
    if (await this.#needs.store.gather(this.#needs.me(), type)) await this.#gather(type)
  }

  readonly join: SharedQueue['join'] = (type, waiting) => {
    const known = this.#here.get(waiting.playerId)
    const isSame = known !== undefined && nameOf(known.type) === nameOf(type)
    const entry: Here = {
      type,
      waiting: { ...waiting, sinceMs: isSame ? known.waiting.sinceMs : waiting.sinceMs },
      isSilent: false,
      askedBy: null,
      position: 0,
    }
    this.#here.set(waiting.playerId, entry)
    void this.#enter(waiting.playerId, entry)
  }

  readonly alive: SharedQueue['alive'] = (playerId) => {
    const known = this.#here.get(playerId)
    if (!known) return
    if (known.isSilent) {
      known.isSilent = false
      void this.#enter(playerId, known)
      return
    }
    const { askedBy } = known
    known.askedBy = null
    if (askedBy === null) return
    if (askedBy !== this.#needs.me()) {
      return this.#tell(askedBy, { type: 'still_waits', queue: nameOf(known.type), playerId })
    }
    const gathering = this.#gatherings.get(nameOf(known.type))
    if (gathering) this.#unawait(gathering, playerId)
  }

  readonly empty: SharedQueue['empty'] = () => {
    const people = [...this.#here.keys()]
    this.#here.clear()
    people.forEach(this.#withdraw)
    return people
  }

  readonly length: SharedQueue['length'] = () => this.#here.size

  readonly hear: SharedQueue['hear'] = (from, message) => {
    const type = typeNamed(message.queue)
    if (!type) return
    switch (message.type) {
      case 'places_changed':
        return void this.#tellPlaces(type)
      case 'who_waits':
        return this.#askHere(type, from, new Set([message.newest]))
      case 'still_waits': {
        const gathering = this.#gatherings.get(message.queue)
        if (gathering) this.#unawait(gathering, message.playerId)
      }
    }
  }

  readonly matched: SharedQueue['matched'] = (playerId) => void this.#here.delete(playerId)

  readonly tend: SharedQueue['tend'] = () => {
    void this.#withdrawGhosts()
    for (const type of TYPES) this.#tendTo(type)
  }

  readonly reunite: SharedQueue['reunite'] = () => {
    void this.#withdrawGhosts()
    for (const [playerId, entry] of this.#here) if (!entry.isSilent) void this.#enter(playerId, entry)
  }
}
