import { endView } from '../../../domain/battle-view.ts'
import { readEndRecord, seatAtEnd } from '../referee/ended-battles.ts'
import { RESULT_KEPT_MS } from '../socket/overload.ts'
import { packetOf, type Packet } from '../socket/packets.ts'
import type { PlayerEvent, SharedContext } from './shared-context.ts'

/** The battle of a player connected here, at another process. */
type Remote = {
  /** Null if it is not known whether there is one. */
  readonly battleId: string | null
  /** `lost` until Redis says where it is; one that is over is kept for events still in transit. */
  state: 'lost' | 'live' | 'over'
  /** Since when the player is away from one that is lost. */
  readonly awaySinceMs: number
  timedSinceMs: number
}

/** After Redis lost its data, how long other processes may take to write their battles again. */
const REWRITTEN_WITHIN_MS = 5_000
const LOOK_AGAIN_MS = 200

const START = '2["battle-start"'
const END = '2["battle-end"'

/** Connects players here to their battles at other processes. */
export class RemoteBattles {
  readonly #context: SharedContext
  readonly #remote = new Map<string, Remote>()
  /** Battles that players have left, until their owners are told. */
  readonly #leaving = new Map<string, string>()
  #rewrittenByMs = -Infinity

  constructor(context: SharedContext) {
    this.#context = context
  }

  #set(playerId: string, battleId: string | null, state: Remote['state'], awaySinceMs = Infinity): Remote {
    const remote: Remote = { battleId, state, awaySinceMs, timedSinceMs: Infinity }
    this.#remote.set(playerId, remote)
    return remote
  }

  /** The player's battle, unless it is over. */
  #battleOf(playerId: string): string | null {
    const remote = this.#remote.get(playerId)
    return remote && remote.state !== 'over' ? remote.battleId : null
  }

  #hasLeft(playerId: string, battleId: string): boolean {
    return this.#leaving.get(playerId) === battleId
  }

  #post(playerId: string, battleId: string, event: PlayerEvent): void {
    const { store } = this.#context
    store.tellOwner(battleId, { ...event, playerId, process: store.me })
  }

  #sendResult(playerId: string, battleId: string, result: string | null, awaySinceMs: number): void {
    const { clock, listener, membership } = this.#context
    const isIncomplete = membership.isAway() || clock.nowMs() < this.#rewrittenByMs
    const end = result === null ? null : readEndRecord(result)
    const seat = end ? seatAtEnd(end.battle, playerId) : -1
    if (end && seat >= 0) listener.send(playerId, packetOf('battle-end', endView(end.battle, seat)))
    else if (isIncomplete && !this.#hasLeft(playerId, battleId)) {
      const lost = this.#set(playerId, battleId, 'lost', awaySinceMs)
      clock.later(LOOK_AGAIN_MS, () => {
        if (this.#remote.get(playerId) === lost) this.find(playerId, battleId)
      })
    } else listener.refuse(playerId, 'unknown_battle')
  }

  /** Looks for the player's battle, or only for `wanted`, and resumes it; the player is away since then. */
  async #search(
    playerId: string,
    wanted: string | null,
    sinceMs: number,
    otherwise: (result: string | null, place: string | null) => void,
  ): Promise<void> {
    const { store, owned, report } = this.#context
    const before = this.#remote.get(playerId)
    const search = this.#set(playerId, wanted ?? this.#battleOf(playerId), 'lost', sinceMs)
    try {
      // What the owner answers must arrive here.
      const heard = store.subscribe(`player:${playerId}`)
      const [[place, result]] = await Promise.all([store.place(playerId, wanted), heard])
      if (this.#remote.get(playerId) !== search) return
      this.#remote.delete(playerId)
      if (place === null || place !== (wanted ?? place) || this.#hasLeft(playerId, place))
        return otherwise(result, place)
      if (owned.has(place)) return owned.resume(playerId, () => undefined)
      this.#set(playerId, place, 'live')
      this.#post(playerId, place, { type: 'resume', sinceMs })
    } catch (error) {
      report(error)
      if (wanted !== null || this.#remote.get(playerId) !== search) return
      this.#remote.delete(playerId)
      if (before) this.#remote.set(playerId, before)
      otherwise(null, null)
    }
  }

  /** The player has come back: resumes the player's battle, or calls `otherwise`. */
  readonly resume = (playerId: string, otherwise: () => void): void => {
    const { clock, listener, store } = this.#context
    const isWaiting = store.isUnavailable() && this.#battleOf(playerId) !== null
    if (isWaiting) return listener.refuse(playerId, 'busy')
    void this.#search(playerId, null, clock.nowMs(), () => otherwise())
  }

  /** Resumes this battle of the player; if it has ended, sends the result. */
  readonly find = (
    playerId: string,
    battleId: string,
    sinceMs = this.#context.membership.reachableUntilMs(),
  ): void => {
    const awaySinceMs = Math.min(sinceMs, this.#remote.get(playerId)?.awaySinceMs ?? Infinity)
    void this.#search(playerId, battleId, awaySinceMs, (result, place) => {
      // Who is in another battle by now needs nothing of this one.
      if ((place ?? battleId) === battleId) this.#sendResult(playerId, battleId, result, awaySinceMs)
    })
  }

  /** The battle's owner asks that the player resume it. */
  readonly moved = (playerId: string, battleId: string): void => {
    const own = this.#battleOf(playerId) ?? battleId
    const isInAnother = own !== battleId || this.#context.owned.local.has(playerId)
    if (!isInAnother && !this.#hasLeft(playerId, battleId)) this.find(playerId, battleId)
  }

  /** As `ready` of live battles. */
  readonly ready = (playerId: string, battleId: string): void => {
    const remote = this.#remote.get(playerId)
    if (remote?.state === 'live' && remote.battleId === battleId)
      this.#post(playerId, battleId, { type: 'ready' })
    else this.find(playerId, battleId)
  }

  readonly playsAnother = (playerId: string, battleId: string, reply: (plays: boolean) => void): void => {
    const { store } = this.#context
    if (store.isUnavailable()) return reply(false)
    store.place(playerId, null).then(
      ([place]) => reply(place !== null && place !== battleId && !this.#hasLeft(playerId, place)),
      () => reply(false),
    )
  }

  /** Passes on what a player does. False if the player's battle is at no other process. */
  readonly pass = (playerId: string, event: PlayerEvent, battleId?: string): boolean => {
    const remote = this.#remote.get(playerId)
    if (!remote) return false
    const { state, battleId: own } = remote
    if (state !== 'lost' && (battleId ?? own) !== own) return false
    // What is lost is sent again when the player resumes.
    if (state !== 'live' || own === null) return battleId !== undefined
    if (event.type === 'answer') remote.timedSinceMs = this.#context.clock.nowMs()
    if (event.type === 'silent') remote.timedSinceMs += this.#context.clock.nowMs() - event.sinceMs
    this.#post(playerId, own, event)
    return true
  }

  /** The player leaves. False if the player's battle is at no other process. */
  readonly leave = (playerId: string): boolean => {
    const battleId = this.#battleOf(playerId)
    this.remove(playerId)
    if (battleId !== null) this.leaveBattle(playerId, battleId)
    return battleId !== null
  }

  /** The player has left that battle, wherever it is: its owner is told as soon as it can be reached. */
  readonly leaveBattle = (playerId: string, battleId: string): void => {
    this.#leaving.set(playerId, battleId)
    this.#context.clock.later(RESULT_KEPT_MS, () => this.#forgetLeft(playerId, battleId))
    void this.#tellLeft(playerId, battleId)
  }

  #forgetLeft(playerId: string, battleId: string): void {
    if (this.#hasLeft(playerId, battleId)) this.#leaving.delete(playerId)
  }

  async #tellLeft(playerId: string, battleId: string): Promise<void> {
    const { store } = this.#context
    const isDone = await store.leaveBattle(playerId, battleId).catch(() => false)
    if (isDone) this.#forgetLeft(playerId, battleId)
  }

  readonly timedSinceMs = (playerId: string): number | null => {
    const remote = this.#remote.get(playerId)
    return remote?.state === 'live' ? remote.timedSinceMs : null
  }

  /** A packet from the player's battle. */
  readonly received = (playerId: string, battleId: string, packet: Packet): void => {
    const { clock, listener } = this.#context
    if (this.#hasLeft(playerId, battleId)) return
    let remote = this.#remote.get(playerId)
    if (!remote || (remote.state !== 'lost' && this.#battleOf(playerId) !== battleId))
      remote = this.#set(playerId, battleId, 'live')
    listener.send(playerId, packet)
    if (packet.startsWith(END) && remote.state === 'live') remote.state = 'over'
    if (!packet.startsWith(START)) return
    remote.timedSinceMs = clock.nowMs()
    listener.shown(playerId)
  }

  /** Tells owners again who has left. */
  readonly retry = (): void => {
    for (const [playerId, battleId] of this.#leaving) void this.#tellLeft(playerId, battleId)
  }

  /** Redis is reachable again after an outage since then. */
  readonly reconnected = (sinceMs: number, isEmptied: boolean): void => {
    if (isEmptied) this.#rewrittenByMs = this.#context.clock.nowMs() + REWRITTEN_WITHIN_MS
    this.retry()
    for (const [playerId, { battleId, state }] of this.#remote)
      if (battleId !== null && state !== 'over')
        this.find(playerId, battleId, state === 'live' ? sinceMs : undefined)
  }

  /** The player's page is no longer connected here, or its battle is here. */
  readonly remove = (playerId: string): void => void this.#remote.delete(playerId)
}
