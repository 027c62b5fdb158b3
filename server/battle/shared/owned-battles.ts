import type { BattleErrorCode } from '../../../contract/battle-events.ts'
import type { BattlePlan } from '../../../domain/battle-setup.ts'
import { catchingUp } from '../referee/catching-up.ts'
import { endRecord, type EndedBattle } from '../referee/ended-battles.ts'
import { LocalLiveBattles, type BattleJournal, type BattleListener } from '../referee/live-battles.ts'
import type { Packet } from '../socket/packets.ts'
import { entryText, headerText, peopleOf, readBattle } from './battle-record.ts'
import { OwnedBattle } from './owned-battle.ts'
import type { PlayerEvent, SharedContext, ToBattle, ToPlayer } from './shared-context.ts'

/** How long a player may still be written to be in a battle that has ended. */
const LOOK_AGAIN_MS = 200

/** The battles of which this process is the referee. Their players' pages may be connected to any process. */
export class OwnedBattles {
  readonly local: LocalLiveBattles
  readonly catching: ReturnType<typeof catchingUp>
  readonly #context: SharedContext
  readonly #owned = new Map<string, OwnedBattle>()
  readonly #battleOf = new Map<string, OwnedBattle>()
  /** The other process with the page of a player. */
  readonly #processOf = new Map<string, string>()

  constructor(context: SharedContext) {
    this.#context = context
    const { clock, length, maxBattles, newBattleId, newSeed } = context
    const journal = this.#journal()
    const needs = { clock, length, maxBattles, newBattleId, newSeed, journal }
    this.local = new LocalLiveBattles(needs, this.#listener())
    this.catching = catchingUp(this.local)
  }

  #journal(): BattleJournal {
    return {
      opened: (plan, seed, atMs) => {
        const battle = this.#owned.get(plan.battleId) ?? this.#own(plan, [headerText(plan, seed)], false)
        battle.change('log', '', entryText(atMs, null))
      },
      happened: (battleId, event, atMs) =>
        this.#owned.get(battleId)?.change('log', '', entryText(atMs, event)),
      left: (battleId, playerId) => {
        const battle = this.#owned.get(battleId)
        if (!battle?.people.delete(playerId)) return
        battle.change('free', playerId, '')
        this.#forget(playerId, battle)
      },
    }
  }

  #listener(): BattleListener {
    const { listener, isHere } = this.#context
    return {
      send: (playerId, packet) => this.#send(playerId, packet),
      refuse: (playerId, code) => this.#refuse(playerId, code),
      // A page elsewhere is shown its problem where the packet arrives.
      shown: (playerId) => {
        if (isHere(playerId)) this.#battleOf.get(playerId)?.effect(() => listener.shown(playerId))
      },
      began: (battleId, people) => {
        for (const playerId of people) this.#context.remote.remove(playerId)
        listener.began(battleId, people)
      },
      ended: (battle) => this.#ended(battle),
    }
  }

  #own(plan: BattlePlan, log: string[], isClaimed: boolean): OwnedBattle {
    const battle = new OwnedBattle(this.#context, plan, log, isClaimed)
    this.#owned.set(battle.battleId, battle)
    for (const playerId of battle.everybody) this.#battleOf.set(playerId, battle)
    this.#context.store.subscribe(`battle:${battle.battleId}`).catch(() => undefined)
    return battle
  }

  /** Redis has forgotten the battle, or another process has it. */
  readonly disown = (battle: OwnedBattle): void => {
    this.#owned.delete(battle.battleId)
    this.#context.store.unsubscribe(`battle:${battle.battleId}`)
    for (const playerId of battle.everybody) this.#forget(playerId, battle)
  }

  #forget(playerId: string, battle: OwnedBattle): void {
    if (this.#battleOf.get(playerId) !== battle) return
    this.#battleOf.delete(playerId)
    this.#processOf.delete(playerId)
    this.catching.remove(playerId)
  }

  /** Sends what follows from what is written of the player's battle. Who is in none has asked here. */
  #send(playerId: string, packet: Packet): void {
    const { isHere, listener } = this.#context
    const battle = this.#battleOf.get(playerId)
    const here = (): void => listener.send(playerId, packet)
    if (!battle) return here()
    if (isHere(playerId)) return battle.effect(here)
    const message: ToPlayer = { type: 'packet', battleId: battle.battleId, packet }
    battle.change('send', playerId, JSON.stringify(message))
  }

  #refuse(playerId: string, code: BattleErrorCode): void {
    const { isHere, listener, store } = this.#context
    if (isHere(playerId) || !this.#battleOf.has(playerId)) listener.refuse(playerId, code)
    else store.tellPlayer(playerId, { type: 'refused', code })
  }

  #ended(state: EndedBattle): void {
    const battle = this.#owned.get(state.setup.battleId)
    if (!battle) return
    battle.ended(endRecord({ battle: state, endedAtDateMs: state.endedAtMs }))
    for (const playerId of battle.everybody) this.#forget(playerId, battle)
    battle.effect(() => this.#context.listener.ended(state))
  }

  /** Another process has the battle. */
  readonly lost = (battle: OwnedBattle): void => {
    this.#context.counts.lostBattles(1)
    this.#giveUp(battle)
  }

  #giveUp(battle: OwnedBattle): void {
    const { isHere, remote, dropped } = this.#context
    this.local.release(battle.battleId)
    dropped(battle.battleId)
    this.disown(battle)
    for (const playerId of battle.everybody) {
      // The other process may not know yet who has left.
      if (!battle.people.has(playerId)) remote.leaveBattle(playerId, battle.battleId)
      else if (isHere(playerId)) remote.moved(playerId, battle.battleId)
    }
  }

  /** The battle is in the database, or is not to be stored: Redis needs nothing of it any more. */
  readonly stored = (battleId: string): void => this.#owned.get(battleId)?.change('forget', '', '')

  readonly has = (battleId: string): boolean => this.#owned.has(battleId)

  /** Whether the player is in a battle of this process, with the page at another. */
  readonly isElsewhere = (playerId: string): boolean => this.#processOf.has(playerId)

  /** False if this process has too many battles. */
  #open(battle: OwnedBattle, plan: BattlePlan, seed: number): boolean {
    const isOpen = this.local.begin(plan, seed)
    if (!isOpen) {
      battle.free()
      this.stored(plan.battleId)
    }
    return isOpen
  }

  /** Begins a battle that the queue has claimed for this process. `processes` have the pages of its people. */
  readonly begin = (plan: BattlePlan, seed: number, processes: readonly string[]): void => {
    if (this.has(plan.battleId)) return
    const battle = this.#own(plan, [headerText(plan, seed)], true)
    const { me } = this.#context.store
    for (const [at, playerId] of peopleOf(plan).entries()) {
      const process = processes[at] ?? me
      if (process !== me) this.#processOf.set(playerId, process)
    }
    this.#open(battle, plan, seed)
  }

  /** Goes on with a battle that Redis says is this process's. Its people are away since `silentSinceMs`. */
  async adopt(battleId: string, silentSinceMs: number): Promise<void> {
    const { store, isHere } = this.#context
    if (this.has(battleId)) return
    const log = await store.log(battleId)
    const read = readBattle(log)
    if (!read || this.has(battleId)) return
    const { plan, seed, opened } = read
    const battle = this.#own(plan, log, true)
    if (opened?.state.stage === 'ended') return this.#ended(opened.state)
    if (opened) this.local.adopt(opened.state)
    else if (!this.#open(battle, plan, seed)) return
    for (const playerId of battle.people) {
      if (!this.local.has(playerId)) battle.people.delete(playerId)
      this.local.drop(playerId, Math.max(opened?.lastAtMs ?? 0, silentSinceMs))
      if (isHere(playerId)) this.resume(playerId, () => undefined)
      else store.tellPlayer(playerId, { type: 'moved', battleId })
    }
  }

  /** A player whose page is connected here resumes. */
  readonly resume = (playerId: string, otherwise: () => void): void => {
    this.#processOf.delete(playerId)
    this.#context.remote.remove(playerId)
    if (this.local.has(playerId)) this.catching.begin(playerId)
    this.local.resume(playerId, otherwise)
  }

  /** As `ready` of live battles, for a player whose page is connected here. */
  readonly ready = (playerId: string, battleId: string): void => {
    if (this.#processOf.delete(playerId)) this.local.drop(playerId, this.#context.clock.nowMs())
    this.local.ready(playerId, battleId)
  }

  #leave(battleId: string, playerId: string, process: string): void {
    const { isHere, store } = this.#context
    const at = this.#processOf.get(playerId) ?? (isHere(playerId) ? store.me : process)
    if (at !== process) this.#refuse(playerId, 'unknown_battle')
    this.local.leaveOne(playerId, battleId)
  }

  /** What a player connected elsewhere does. */
  readonly receive = (battleId: string, message: ToBattle): void => {
    const { clock, membership, store } = this.#context
    const { playerId, process } = message
    if (this.#battleOf.get(playerId)?.battleId !== battleId) {
      // The player left it, or it ended, when this was on its way.
      const lookAgain = (): void => store.tellPlayer(playerId, { type: 'moved', battleId })
      if (message.type === 'resume') clock.later(LOOK_AGAIN_MS, lookAgain)
      return
    }
    if (message.type === 'left') return this.#leave(battleId, playerId, process)
    if (process === store.me) return
    const before = this.#processOf.get(playerId)
    if (message.type === 'resume') {
      this.#processOf.set(playerId, process)
      this.catching.begin(playerId)
      const heardMs = before !== undefined && before !== process ? membership.lastHeardMs(before) : Infinity
      this.local.drop(playerId, Math.min(message.sinceMs, heardMs))
      return this.local.resume(playerId, () => undefined)
    }
    // The player is connected to another process by now.
    if (before !== process) return
    // What is late for no fault of the player's is sent again when the player resumes.
    const isLate = membership.isAway()
    if (isLate && message.type === 'answer') this.catching.begin(playerId)
    else if (message.type === 'ready') this.local.ready(playerId, battleId)
    else if (!isLate || message.type !== 'timeout') this.perform(playerId, message)
  }

  readonly perform = (playerId: string, event: PlayerEvent): void => {
    if (event.type === 'answer') this.catching.answer(playerId, event.payload)
    if (event.type === 'timeout') this.catching.timeout(playerId, event.payload)
    if (event.type === 'dropped') this.local.drop(playerId, event.sinceMs)
    if (event.type === 'silent') this.local.silent(playerId, event.sinceMs)
  }

  /** The battle has been written as a whole. What players elsewhere sent or were sent before may be lost: they resume. */
  readonly restored = ({ battleId, people, isOver }: OwnedBattle): void => {
    for (const playerId of people) {
      if (this.#context.isHere(playerId)) continue
      if (!isOver) this.catching.begin(playerId)
      this.#context.store.tellPlayer(playerId, { type: 'moved', battleId })
    }
  }

  /** Writes all battles as a whole, after an outage of Redis. If it `isEmptied`, nobody can have taken them. */
  readonly restoreAll = (isEmptied: boolean): void => {
    for (const battle of this.#owned.values()) battle.restore(isEmptied)
  }

  /** Tries again what could not be written. */
  readonly retry = (): void => {
    for (const battle of this.#owned.values()) battle.retry()
  }

  readonly written = async (): Promise<void> => {
    await Promise.all([...this.#owned.values()].map((battle) => battle.written()))
  }

  /** Leaves all battles to other processes. False if there are none. */
  readonly release = async (): Promise<boolean> => {
    const isReleased = await this.#context.membership.resign()
    if (!isReleased) {
      this.retry()
      return false
    }
    await this.written()
    for (const battle of this.#owned.values()) this.#giveUp(battle)
    return true
  }
}
