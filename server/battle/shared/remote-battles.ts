import type { ToBattleMessage, ToLineMessage } from './process-message.ts'
import type { ClientPayload } from '../../../contract/battle-events.ts'
import type { ArenaClock } from '../referee/clock.ts'
import type { PendingLeaves } from './pending-leaves.ts'
import type { BattleListener, LocalBattles } from '../referee/live-battles.ts'
import type { ClusterOutbox } from './shared-outbox.ts'
import type { BattlePlace, ProcessId, SharedStore } from './shared-port.ts'

/** The battle of a player connected here at another process. Ended ones are kept for events still in transit. */
type RemoteBattle = {
  readonly battleId: string
  readonly owner: ProcessId
  timedSinceMs: number
  isOver: boolean
}

/** A pending lookup of a player's battle, and what the player did meanwhile. */
type Search = { readonly wanted: string | null; left: boolean; dropped: boolean }

type RemoteBattlesNeeds = {
  readonly clock: ArenaClock
  readonly store: Pick<SharedStore, 'place' | 'ends' | 'isUnavailable'>
  readonly outbox: ClusterOutbox
  readonly me: () => ProcessId
  readonly isHere: (playerId: string) => boolean
  /** The player has been matched into a battle at another process. */
  readonly entered: (playerId: string) => void
  readonly pendingLeaves: Pick<PendingLeaves, 'leave' | 'has' | 'hasJustLeft'>
  readonly local: Pick<LocalBattles, 'has' | 'resume' | 'leave' | 'hasEnded'>
  readonly listener: Pick<BattleListener, 'send' | 'shown' | 'refuse'>
  /** Sends the player the result, or `unknown_battle`. Rejects if the store is unreachable. */
  readonly sendResult: (playerId: string, battleId: string) => Promise<void>
}

/** Forwards events from players connected here to their battles elsewhere. Methods that return a boolean return false if there is none. */
export type RemoteBattles = {
  resume(playerId: string, otherwise: () => void): void
  /** False if the battle is or was at this process. */
  ready(playerId: string, battleId: string): boolean
  playsAnother(playerId: string, battleId: string, reply: (plays: boolean) => void): void
  answer(playerId: string, answer: ClientPayload<'battle-answer'>): boolean
  timeout(playerId: string, timeout: ClientPayload<'battle-timeout'>): boolean
  drop(playerId: string, sinceMs: number): boolean
  silent(playerId: string, sinceMs: number): boolean
  leave(playerId: string): boolean
  timedSinceMs(playerId: string): number | null
  /** Handles a message of the process that has, or had, the player's battle. */
  handleMessage(from: ProcessId, message: ToLineMessage): void
  processEnded(process: ProcessId, silentSinceMs: number): void
  /** The process is back after an outage since `sinceMs`; messages to and from it may be lost. */
  processBack(process: ProcessId, sinceMs: number): void
  reconnected(sinceMs: number): void
  /** The battle has moved and will be looked for; until then, its events are not refused. */
  moved(playerId: string, battleId: string): void
  /** Looks for the player's battle; if it has ended, sends the result. */
  find(playerId: string, battleId: string): void
  /** The processes with battles of players connected here. */
  owners(): ReadonlySet<ProcessId>
  removePlayer(playerId: string): void
}

/** The delay before looking for a battle again: a process may be about to take it over. */
const LOOK_AGAIN_MS = 50
/** How often a battle is looked for. */
const MAX_TRIES = 40
/** After an outage, how long other processes may take to rewrite their battles. */
const REWRITE_WITHIN_MS = 5_000

export class RemoteBattleForwarder implements RemoteBattles {
  readonly #needs: RemoteBattlesNeeds
  readonly #remote = new Map<string, RemoteBattle>()
  readonly #searches = new Map<string, Search>()
  /** Players who returned to a battle while the store was unreachable; it is looked for once the store is back. */
  readonly #postponed = new Map<string, string>()
  #rewritesUntilMs = -Infinity

  constructor(needs: RemoteBattlesNeeds) {
    this.#needs = needs
  }

  #send(remote: RemoteBattle, message: ToBattleMessage): void {
    this.#needs.outbox.batch().send(null, remote.owner, message)
  }

  #live(playerId: string): RemoteBattle | null {
    const remote = this.#remote.size > 0 ? this.#remote.get(playerId) : undefined
    return remote && !remote.isOver ? remote : null
  }
  #sendResult(playerId: string, battleId: string): void {
    this.#needs.sendResult(playerId, battleId).catch(() => this.#postponed.set(playerId, battleId))
  }
  /** Events are dropped while they could be lost or arrive out of order; the page resends all of them when it resumes. */
  #dropsEvents(playerId: string): boolean {
    return !this.#needs.outbox.isUp() || this.#searches.has(playerId)
  }

  /** Whether the location of the player's battle is still unknown. */
  #isUnlocated(playerId: string): boolean {
    return this.#searches.has(playerId) || this.#postponed.has(playerId)
  }

  #silentForMs(sinceMs: number): number {
    return Math.max(0, this.#needs.clock.nowMs() - sinceMs)
  }

  #enter(playerId: string, { battleId, owner }: BattlePlace, sinceMs: number): void {
    const remote: RemoteBattle = { battleId, owner, timedSinceMs: Infinity, isOver: false }
    this.#remote.set(playerId, remote)
    this.#send(remote, { type: 'resume', playerId, silentForMs: this.#silentForMs(sinceMs) })
  }

  async #hasEnd(battleId: string): Promise<boolean> {
    const [end = null] = await this.#needs.store.ends([battleId]).catch(() => [])
    return end !== null
  }

  /** Looks for the player's battle, or only for `wanted`, and resumes it. The player is silent since `sinceMs`. */
  async #search(
    playerId: string,
    wanted: string | null,
    sinceMs: number,
    otherwise: () => void,
    tries = 1,
  ): Promise<void> {
    const own: Search = { wanted, left: false, dropped: false }
    this.#searches.set(playerId, own)
    this.#postponed.delete(playerId)
    const isOwn = (): boolean => this.#searches.get(playerId) === own && this.#searches.delete(playerId)
    const place = await this.#needs.store.place(this.#needs.me(), playerId).catch(() => 'unanswered' as const)
    if (!isOwn() || own.dropped) return
    const again = (): void => {
      this.#searches.set(playerId, own)
      this.#needs.clock.later(LOOK_AGAIN_MS, () => {
        if (isOwn()) void this.#search(playerId, wanted, sinceMs, otherwise, tries + 1)
      })
    }
    if (place === 'unanswered') {
      // A failed lookup does not mean that there is no such battle.
      if (own.left) return
      if (wanted === null) return otherwise()
      return this.#needs.store.isUnavailable() || tries >= MAX_TRIES
        ? void this.#postponed.set(playerId, wanted)
        : again()
    }
    if (!place || (wanted !== null && place.battleId !== wanted)) {
      if (!place && wanted !== null && this.#needs.clock.nowMs() < this.#rewritesUntilMs) {
        this.#searches.set(playerId, own)
        const isOver = await this.#hasEnd(wanted)
        if (!isOwn() || own.dropped) return
        if (!isOver && !own.left) return again()
      }
      if (own.left) return
      this.#remote.delete(playerId)
      return otherwise()
    }
    if (own.left) return this.#needs.pendingLeaves.leave(playerId, place.battleId)
    const hasLeft = this.#needs.pendingLeaves.has(playerId, place.battleId)
    if (!hasLeft && place.owner !== this.#needs.me()) return this.#enter(playerId, place, sinceMs)
    this.#remote.delete(playerId)
    if (!hasLeft && this.#needs.local.has(playerId)) this.#needs.local.resume(playerId, () => undefined)
    // Either the seat is being released, or this process is taking over the battle and will then resume its players.
    else if (tries < MAX_TRIES) again()
    else if (wanted === null) otherwise()
    else this.#postponed.set(playerId, wanted)
  }

  #searchAgain(playerId: string, { battleId, owner }: RemoteBattle, sinceMs: number): void {
    this.#needs.clock.later(LOOK_AGAIN_MS, () => {
      const known = this.#remote.get(playerId)
      if (known?.owner !== owner || known.battleId !== battleId) return
      this.#find(playerId, battleId, sinceMs)
    })
  }

  #find(playerId: string, battleId: string, sinceMs: number): void {
    if (this.#needs.pendingLeaves.has(playerId, battleId)) return
    void this.#search(playerId, battleId, sinceMs, () => this.#sendResult(playerId, battleId))
  }

  readonly resume: RemoteBattles['resume'] = (playerId, otherwise) => {
    if (this.#needs.store.isUnavailable()) {
      if (this.#live(playerId)) this.#needs.listener.refuse(playerId, 'busy')
      else otherwise()
      return
    }
    void this.#search(playerId, null, this.#needs.clock.nowMs(), otherwise)
  }

  readonly ready: RemoteBattles['ready'] = (playerId, battleId) => {
    const remote = this.#remote.get(playerId)
    if (remote?.battleId === battleId) {
      if (remote.isOver) this.#sendResult(playerId, battleId)
      else this.#send(remote, { type: 'ready', playerId, battleId })
      return true
    }
    if (this.#needs.local.has(playerId) || this.#needs.local.hasEnded(playerId, battleId)) return false
    if (this.#needs.pendingLeaves.has(playerId, battleId))
      this.#needs.listener.refuse(playerId, 'unknown_battle')
    else if (this.#needs.store.isUnavailable()) this.#postponed.set(playerId, battleId)
    else this.#find(playerId, battleId, this.#needs.clock.nowMs())
    return true
  }

  readonly playsAnother: RemoteBattles['playsAnother'] = (playerId, battleId, reply) => {
    if (this.#needs.store.isUnavailable()) return reply(false)
    this.#needs.store.place(this.#needs.me(), playerId).then(
      (place) =>
        reply(
          place !== null &&
            place.battleId !== battleId &&
            !this.#needs.pendingLeaves.has(playerId, place.battleId),
        ),
      () => reply(false),
    )
  }

  readonly answer: RemoteBattles['answer'] = (playerId, { battleId, problemIndex, answer, responseTime }) => {
    const remote = this.#remote.get(playerId)
    if (remote?.battleId !== battleId) return this.#isUnlocated(playerId)
    if (remote.isOver || this.#dropsEvents(playerId)) return true
    remote.timedSinceMs = this.#needs.clock.nowMs()
    this.#send(remote, { type: 'answer', playerId, battleId, problemIndex, answer, responseTime })
    return true
  }

  readonly timeout: RemoteBattles['timeout'] = (playerId, { battleId, problemsAnswered }) => {
    const remote = this.#remote.get(playerId)
    if (remote?.battleId !== battleId) return this.#isUnlocated(playerId)
    if (!remote.isOver && !this.#dropsEvents(playerId)) {
      this.#send(remote, { type: 'timeout', playerId, battleId, problemsAnswered })
    }
    return true
  }

  readonly drop: RemoteBattles['drop'] = (playerId, sinceMs) => {
    const searched = this.#searches.get(playerId)
    if (searched) searched.dropped = true
    const remote = this.#live(playerId)
    if (remote) this.#send(remote, { type: 'dropped', playerId, silentForMs: this.#silentForMs(sinceMs) })
    return remote !== null
  }

  readonly silent: RemoteBattles['silent'] = (playerId, sinceMs) => {
    const remote = this.#live(playerId)
    if (!remote) return false
    remote.timedSinceMs += this.#silentForMs(sinceMs)
    this.#send(remote, { type: 'silent', playerId, silentForMs: this.#silentForMs(sinceMs) })
    return true
  }

  readonly leave: RemoteBattles['leave'] = (playerId) => {
    const searched = this.#searches.get(playerId)
    if (searched) searched.left = true
    const battleId = this.#live(playerId)?.battleId ?? searched?.wanted ?? this.#postponed.get(playerId)
    this.#postponed.delete(playerId)
    if (battleId === undefined) return false
    this.#remote.delete(playerId)
    this.#needs.pendingLeaves.leave(playerId, battleId)
    return true
  }

  readonly timedSinceMs: RemoteBattles['timedSinceMs'] = (playerId) =>
    this.#live(playerId)?.timedSinceMs ?? null

  readonly handleMessage: RemoteBattles['handleMessage'] = (from, message) => {
    const { playerId } = message
    if (message.type === 'refused') return this.#needs.listener.refuse(playerId, message.code)
    if (message.type === 'battle_began') {
      const { battleId } = message
      const began: RemoteBattle = { battleId, owner: from, timedSinceMs: Infinity, isOver: false }
      this.#needs.entered(playerId)
      const hasLeft =
        this.#needs.pendingLeaves.hasJustLeft(playerId) || this.#needs.pendingLeaves.has(playerId, battleId)
      if (hasLeft) this.#needs.pendingLeaves.leave(playerId, battleId)
      else if (this.#needs.isHere(playerId)) this.#remote.set(playerId, began)
      else this.#send(began, { type: 'dropped', playerId, silentForMs: 0 })
      return
    }
    const remote = this.#remote.get(playerId)
    if (remote?.owner !== from) return
    switch (message.type) {
      case 'packet':
        return this.#needs.listener.send(playerId, message.packet)
      case 'battle_over':
        remote.isOver = true
        return
      case 'not_playing_here':
        return this.#searchAgain(playerId, remote, this.#needs.clock.nowMs())
      case 'problem_shown':
        remote.timedSinceMs = this.#needs.clock.nowMs()
        return this.#needs.listener.shown(playerId)
    }
  }

  readonly processEnded: RemoteBattles['processEnded'] = (process, silentSinceMs) => {
    for (const [playerId, remote] of this.#remote) {
      if (remote.owner === process && !remote.isOver) this.#searchAgain(playerId, remote, silentSinceMs)
    }
  }

  readonly processBack: RemoteBattles['processBack'] = (process, sinceMs) => {
    for (const [playerId, remote] of this.#remote) {
      if (remote.owner === process && !remote.isOver) this.#find(playerId, remote.battleId, sinceMs)
    }
  }

  readonly reconnected: RemoteBattles['reconnected'] = (sinceMs) => {
    this.#rewritesUntilMs = this.#needs.clock.nowMs() + REWRITE_WITHIN_MS
    for (const [playerId, remote] of this.#remote)
      if (!remote.isOver) this.#find(playerId, remote.battleId, sinceMs)
    for (const [playerId, battleId] of new Map(this.#postponed))
      this.#find(playerId, battleId, this.#needs.clock.nowMs())
  }

  readonly moved: RemoteBattles['moved'] = (playerId, battleId) => {
    if (!this.#needs.pendingLeaves.has(playerId, battleId)) this.#postponed.set(playerId, battleId)
  }

  readonly find: RemoteBattles['find'] = (playerId, battleId) =>
    this.#find(playerId, battleId, this.#needs.clock.nowMs())

  readonly owners: RemoteBattles['owners'] = () =>
    new Set([...this.#remote.values()].flatMap(({ isOver, owner }) => (isOver ? [] : [owner])))

  readonly removePlayer: RemoteBattles['removePlayer'] = (playerId) => {
    this.#remote.delete(playerId)
    this.#postponed.delete(playerId)
    this.#searches.delete(playerId)
  }
}
