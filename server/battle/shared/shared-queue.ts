import { messagesText, type QueueMessage } from './process-message.ts'
import type { BattlePlan } from '../../../domain/battle-setup.ts'
import { DIVISIONS, PREFERENCES_OF, type BattleType } from '../../../domain/division.ts'
import { matchNear } from '../../../domain/matchmaking.ts'
import { headerText } from './battle-log-text.ts'
import type { BattleQueue, QueueListener, Waiting } from '../queue/battle-queue.ts'
import type { ArenaClock } from '../referee/clock.ts'
import { RESPONSE_WITHIN_MS } from '../socket/liveness.ts'
import type { BattleLength } from '../referee/live-battles.ts'
import { GATHER_MS } from '../socket/overload.ts'
import type { ProcessId, SharedStore, SharedWaiting } from './shared-port.ts'

/** A player waiting at this process. A silent one is removed from the shared queue until its page responds. */
type LocalEntry = {
  readonly type: BattleType
  readonly waiting: Waiting
  isSilent: boolean
  /** The process that waits for the page's response to a ping. */
  pingedBy: ProcessId | null
  position: number
}

/** A pending match by this process. Players who join meanwhile need no ping. */
type PendingMatch = {
  readonly type: BattleType
  readonly pinged: ReadonlySet<string>
  readonly unanswered: Set<string>
  isDue: boolean
}

type SharedQueueNeeds = {
  readonly clock: ArenaClock
  readonly store: SharedStore
  readonly me: () => ProcessId
  readonly aheadMs: () => number
  readonly length: BattleLength
  readonly maxWaiting: number
  readonly newBattleId: () => string
  readonly newSeed: () => number
  /** The store says that the player is in a battle: resumes it, or calls `otherwise` if it has ended. */
  readonly resume: (playerId: string, otherwise: () => void) => void
  /** Reports the wait of a matched player. */
  readonly waited: (end: 'people', seconds: number) => void
}

export type SharedQueue = BattleQueue & {
  /** Handles a message of another process. */
  handleMessage(from: ProcessId, message: QueueMessage): void
  /** The player has been matched. */
  matched(playerId: string): void
  /** Takes over matching from processes that have ended. */
  checkQueues(): void
  /** The store is reachable again: adds the players waiting here and removes others. */
  reconnected(): void
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
  readonly #listener: Omit<QueueListener, 'matched'>
  readonly #local = new Map<string, LocalEntry>()
  readonly #pendingMatches = new Map<string, PendingMatch>()
  /** Queues whose positions are being fetched; true if they have changed again since. */
  readonly #fetchingPositions = new Map<string, boolean>()
  /** Whether a withdrawn player may still be in a shared queue, because the request failed. */
  #mayHaveStale = false

  constructor(needs: SharedQueueNeeds, listener: Omit<QueueListener, 'matched'>) {
    this.#needs = needs
    this.#listener = listener
  }

  #send(to: ProcessId, message: QueueMessage): void {
    void this.#needs.store
      .publish(`to:${to}`, messagesText(this.#needs.me(), [message]))
      .catch(() => undefined)
  }

  #positionIs(playerId: string, position: number): void {
    const known = this.#local.get(playerId)
    if (!known || known.position === position || position < 1) return
    known.position = position
    this.#listener.position(playerId, position)
  }

  #waitingHere(name: string): string[] {
    return [...this.#local].flatMap(([playerId, { type, isSilent }]) =>
      nameOf(type) === name && !isSilent ? [playerId] : [],
    )
  }

  async #sendPositions(type: BattleType): Promise<void> {
    const name = nameOf(type)
    if (this.#fetchingPositions.has(name)) return void this.#fetchingPositions.set(name, true)
    this.#fetchingPositions.set(name, true)
    while (this.#fetchingPositions.get(name)) {
      this.#fetchingPositions.set(name, false)
      const people = this.#waitingHere(name)
      if (people.length === 0) break
      const places = await this.#needs.store.positions(this.#needs.me(), type, people).catch(() => [])
      people.forEach((playerId, at) => this.#positionIs(playerId, places[at] ?? 0))
    }
    this.#fetchingPositions.delete(name)
  }

  readonly #withdraw = (playerId: string): void =>
    void this.#needs.store.leave(this.#needs.me(), playerId).catch(() => {
      this.#mayHaveStale = true
    })

  /** Removes players who are in a shared queue but no longer wait here, and who could never be matched. */
  async #withdrawStale(): Promise<void> {
    if (!this.#mayHaveStale || this.#needs.store.isUnavailable()) return
    this.#mayHaveStale = false
    try {
      const known = await this.#needs.store.waitersOf(this.#needs.me())
      for (const playerId of known) if (this.#local.get(playerId)?.isSilent ?? true) this.#withdraw(playerId)
    } catch {
      this.#mayHaveStale = true
    }
  }

  async #enter(playerId: string, { type, waiting }: LocalEntry): Promise<void> {
    const since = { ...waiting, sinceMs: Math.round(waiting.sinceMs - this.#needs.aheadMs()) }
    const joined = await this.#needs.store
      .join(this.#needs.me(), type, since, this.#needs.maxWaiting)
      .catch(() => null)
    const known = this.#local.get(playerId)
    if (!known || known.type !== type) return
    switch (joined?.kind) {
      case 'waits':
        this.#positionIs(playerId, joined.position)
        if (joined.isToGather) void this.#gather(type)
        return
      case 'full':
        this.#local.delete(playerId)
        return this.#listener.full(playerId)
      case 'playing':
        this.#local.delete(playerId)
        return this.#needs.resume(playerId, () => {
          if (this.#local.has(playerId)) return
          this.#local.set(playerId, known)
          void this.#enter(playerId, known)
        })
      default:
        // Added to the queue once the store is reachable; until then, shows the position among the players here.
        return this.#positionIs(playerId, this.#waitingHere(nameOf(type)).indexOf(playerId) + 1)
    }
  }

  readonly leave: SharedQueue['leave'] = (playerId, to) => {
    const known = this.#local.get(playerId)
    if (!known) return
    this.#local.delete(playerId)
    this.#listener.gone(to, known.waiting)
    this.#withdraw(playerId)
    for (const gathering of this.#pendingMatches.values()) this.#stopAwaiting(gathering, playerId)
  }

  #stopAwaiting(gathering: PendingMatch, playerId: string): void {
    if (!gathering.unanswered.delete(playerId)) return
    // The response may be a `leave` event, which has to be handled before the match.
    this.#needs.clock.later(0, () => this.#matchIfReady(gathering))
  }

  #matchIfReady(gathering: PendingMatch): void {
    if (gathering.isDue && gathering.unanswered.size === 0) void this.#matchAll(gathering)
  }

  /** Pings the players waiting at this process. */
  #pingLocal(type: BattleType, by: ProcessId, newcomers: ReadonlySet<string>): void {
    const asked = this.#waitingHere(nameOf(type)).filter((playerId) => !newcomers.has(playerId))
    for (const playerId of asked) {
      const known = this.#local.get(playerId)
      if (known) known.pingedBy = by
    }
    this.#needs.clock.later(RESPONSE_WITHIN_MS, () => {
      for (const playerId of asked) {
        const known = this.#local.get(playerId)
        if (known?.pingedBy !== by) continue
        known.pingedBy = null
        known.isSilent = true
        known.position = 0
        this.#withdraw(playerId)
      }
    })
    for (const playerId of asked) this.#listener.ping(playerId)
  }

  async #gather(type: BattleType): Promise<void> {
    const entries = await this.#needs.store.waiting(this.#needs.me(), type).catch(() => [])
    const newest = entries.at(-1)?.playerId ?? ''
    const asked = entries.flatMap(({ playerId }) => (playerId === newest ? [] : [playerId]))
    const gathering: PendingMatch = { type, pinged: new Set(asked), unanswered: new Set(asked), isDue: false }
    this.#pendingMatches.set(nameOf(type), gathering)
    this.#needs.clock.later(GATHER_MS, () => {
      gathering.isDue = true
      this.#matchIfReady(gathering)
    })
    // A little after silent players are removed, at any process.
    this.#needs.clock.later(RESPONSE_WITHIN_MS + GATHER_MS, () => void this.#matchAll(gathering))
    const others = new Set(
      entries.map(({ process }) => process).filter((process) => process !== this.#needs.me()),
    )
    for (const process of others) this.#send(process, { type: 'who_waits', queue: nameOf(type), newest })
    this.#pingLocal(type, this.#needs.me(), new Set([newest]))
  }

  async #matchAll(gathering: PendingMatch): Promise<void> {
    const { type } = gathering
    if (this.#pendingMatches.get(nameOf(type)) !== gathering) return
    this.#pendingMatches.delete(nameOf(type))
    const entries = await this.#needs.store.waiting(this.#needs.me(), type).catch(() => [])
    const isHeard = ({ playerId }: SharedWaiting): boolean => !gathering.unanswered.has(playerId)
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
    this.#checkQueue(type)
  }

  #checkQueue(type: BattleType): void {
    if (this.#pendingMatches.has(nameOf(type)) || this.#waitingHere(nameOf(type)).length === 0) return
    void this.#gatherIfFree(type).catch(() => undefined)
  }

  async #gatherIfFree(type: BattleType): Promise<void> {
    if (await this.#needs.store.gather(this.#needs.me(), type)) await this.#gather(type)
  }

  readonly join: SharedQueue['join'] = (type, waiting) => {
    const known = this.#local.get(waiting.playerId)
    const isSame = known !== undefined && nameOf(known.type) === nameOf(type)
    const entry: LocalEntry = {
      type,
      waiting: { ...waiting, sinceMs: isSame ? known.waiting.sinceMs : waiting.sinceMs },
      isSilent: false,
      pingedBy: null,
      position: 0,
    }
    this.#local.set(waiting.playerId, entry)
    void this.#enter(waiting.playerId, entry)
  }

  readonly alive: SharedQueue['alive'] = (playerId) => {
    const known = this.#local.get(playerId)
    if (!known) return
    if (known.isSilent) {
      known.isSilent = false
      void this.#enter(playerId, known)
      return
    }
    const { pingedBy: askedBy } = known
    known.pingedBy = null
    if (askedBy === null) return
    if (askedBy !== this.#needs.me()) {
      return this.#send(askedBy, { type: 'still_waits', queue: nameOf(known.type), playerId })
    }
    const gathering = this.#pendingMatches.get(nameOf(known.type))
    if (gathering) this.#stopAwaiting(gathering, playerId)
  }

  readonly empty: SharedQueue['empty'] = () => {
    const people = [...this.#local.keys()]
    this.#local.clear()
    people.forEach(this.#withdraw)
    return people
  }

  readonly length: SharedQueue['length'] = () => this.#local.size

  readonly handleMessage: SharedQueue['handleMessage'] = (from, message) => {
    const type = typeNamed(message.queue)
    if (!type) return
    switch (message.type) {
      case 'places_changed':
        return void this.#sendPositions(type)
      case 'who_waits':
        return this.#pingLocal(type, from, new Set([message.newest]))
      case 'still_waits': {
        const gathering = this.#pendingMatches.get(message.queue)
        if (gathering) this.#stopAwaiting(gathering, message.playerId)
      }
    }
  }

  readonly matched: SharedQueue['matched'] = (playerId) => void this.#local.delete(playerId)

  readonly checkQueues: SharedQueue['checkQueues'] = () => {
    void this.#withdrawStale()
    for (const type of TYPES) this.#checkQueue(type)
  }

  readonly reconnected: SharedQueue['reconnected'] = () => {
    void this.#withdrawStale()
    for (const [playerId, entry] of this.#local) if (!entry.isSilent) void this.#enter(playerId, entry)
  }
}
