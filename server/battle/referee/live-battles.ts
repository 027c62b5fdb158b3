import type { ClientPayload } from '../../../contract/battle-events.ts'
import type { BattleErrorCode } from '../../../contract/battle-events.ts'
import { openBattle, step } from '../../../domain/battle.ts'
import type { BattleEffect, BattleEvent, BattleState, Seat } from '../../../domain/battle-state.ts'
import { drawBattle, type BattleEntrant, type BattlePlan } from '../../../domain/battle-setup.ts'
import { countdownView, endView, resumeView, startView } from '../../../domain/battle-view.ts'
import { BATTLE_GRACE_MS, type BattleType } from '../../../domain/division.ts'
import { seededRandom } from '../../../domain/seeded-random.ts'
import type { ArenaClock } from './clock.ts'
import { endedBattles, seatOf, type EndedBattle } from './ended-battles.ts'
import { packetOf, scoreWriter, type Packet, type WriteScores } from '../socket/packets.ts'

/** Called by battles, in the order of events. */
export type BattleListener = {
  readonly send: (playerId: string, packet: Packet) => void
  readonly refuse: (playerId: string, code: BattleErrorCode) => void
  /** The player was sent `battle-start`. */
  readonly shown: (playerId: string) => void
  readonly began: (battleId: string, people: readonly string[]) => void
  /** Called once per battle, after its players were notified. */
  readonly ended: (battle: EndedBattle) => void
}

/**
 * The live battles, each player in at most one. Methods return nothing; outcomes are sent to the players, because battles shared
 * by several servers are asynchronous.
 */
export type LiveBattles = {
  /** Starts a battle, or refuses all its people with `busy` if there are too many. */
  open(type: BattleType, entrants: readonly BattleEntrant[]): void
  /** The player has reconnected: sends the state of the player's battle, or calls `otherwise` if there is none. */
  resume(playerId: string, otherwise: () => void): void
  /** `battle-ready`: sends an absent player the state or, after the end, the result; sends nothing to a present player. */
  ready(playerId: string, battleId: string): void
  /** Calls back, now or later, with whether the player is in a battle other than this one. */
  playsAnother(playerId: string, battleId: string, reply: (plays: boolean) => void): void
  answer(playerId: string, answer: ClientPayload<'battle-answer'>): void
  timeout(playerId: string, timeout: ClientPayload<'battle-timeout'>): void
  /** The connection is lost. `sinceMs` is when its silence began, or now. */
  drop(playerId: string, sinceMs: number): void
  /** The player's connection is active again after a silence that began at `sinceMs`. */
  silent(playerId: string, sinceMs: number): void
  /** The player leaves on purpose and may join another battle. A player who has finished keeps the result. */
  leave(playerId: string): void
  /** When the time of the player's current problem started; Infinity if there is none. */
  timedSinceMs(playerId: string): number
  isFull(): boolean
  /** The number of live battles. */
  count(): number
  /** Ends the battles that would not be over by then. */
  stopUnlessOverBy(atMs: number): void
}

/** From the settings `BATTLE_*`. */
export type BattleLength = {
  readonly durationMs: number
  readonly countdownSeconds: number
  readonly problemCount: number
}

/** Receives the complete history of a battle, each entry before it takes effect for the players. */
export type BattleJournal = {
  readonly opened: (plan: BattlePlan, seed: number, atMs: number) => void
  /** Called only for events that changed the battle. */
  readonly happened: (battleId: string, event: BattleEvent, atMs: number) => void
  /** The player has left the battle. */
  readonly left: (battleId: string, playerId: string) => void
}

/** The battles of this process, with the methods that a shared arena needs. */
export type LocalBattles = LiveBattles & {
  /** Starts a planned battle. False if there are too many; then its people are refused. */
  begin(plan: BattlePlan, seed: number): boolean
  /** Continues a battle of another process. */
  adopt(state: Exclude<BattleState, EndedBattle>): void
  /** Drops the battle without notifying anybody, because another process has it. */
  release(battleId: string): void
  /** As `leave`, but for this battle, even if the player is in another by now. */
  leaveOne(playerId: string, battleId: string): void
  /** Whether the player is in a battle of this process. */
  has(playerId: string): boolean
  /** The index of the first problem the player has not answered; 0 without an active battle. */
  nextIndex(playerId: string): number
  /** Whether this process has the player's result of that battle. */
  hasEnded(playerId: string, battleId: string): boolean
}

export type LiveBattlesNeeds = {
  readonly journal?: BattleJournal
  readonly clock: ArenaClock
  readonly length: BattleLength
  readonly maxBattles: number
  readonly newBattleId: () => string
  /** A random integer per battle, from which its problems and bots are drawn. */
  readonly newSeed: () => number
}

type LiveBattle = {
  readonly battleId: string
  /** When the battle is woken next; Infinity for never. */
  wakeAtMs: number
  readonly writeScores: WriteScores
  state: BattleState
}

/** The latest end of a battle. */
function overAtMs(state: BattleState): number {
  if (state.stage === 'ended') return state.endedAtMs
  const startMs = state.stage === 'active' ? state.startedAtMs : state.startsAtMs
  return startMs + state.setup.durationMs + BATTLE_GRACE_MS
}

/** The battles of one process. */
export class LocalLiveBattles implements LocalBattles {
  readonly #needs: LiveBattlesNeeds
  readonly #listener: BattleListener
  readonly #battles = new Map<string, LiveBattle>()
  readonly #battleOf = new Map<string, LiveBattle>()
  readonly #ended: ReturnType<typeof endedBattles>

  constructor(needs: LiveBattlesNeeds, listener: BattleListener) {
    this.#needs = needs
    this.#listener = listener
    this.#ended = endedBattles(needs.clock)
  }

  /** Sends each present person a packet of their own. */
  #sendToPresent({ state }: LiveBattle, packetFor: (seat: Seat) => Packet): void {
    if (state.stage === 'ended') return
    const { players } = state.setup
    for (let seat = 0; seat < players.length; seat += 1) {
      const player = players[seat]
      if (player?.kind !== 'person' || state.seats[seat]?.presence !== 'here') continue
      this.#listener.send(player.playerId, packetFor(seat))
    }
  }

  #sendState({ state }: LiveBattle, seat: Seat): void {
    const player = state.setup.players[seat]
    if (player?.kind !== 'person') return
    if (state.stage === 'countdown') {
      this.#listener.send(player.playerId, packetOf('battle-countdown', countdownView(state, seat)))
    } else if (state.stage === 'active') {
      this.#listener.send(
        player.playerId,
        packetOf('battle-start', resumeView(state, seat, this.#needs.clock.nowMs())),
      )
      this.#listener.shown(player.playerId)
    }
  }

  #end(battle: LiveBattle, state: EndedBattle): void {
    const hasStarted = state.startedAtMs !== null
    battle.wakeAtMs = Infinity
    this.#battles.delete(battle.battleId)
    if (hasStarted) this.#ended.add(state)
    state.setup.players.forEach((player, seat) => {
      if (player.kind !== 'person' || this.#battleOf.get(player.playerId) !== battle) return
      this.#battleOf.delete(player.playerId)
      // A battle that never started has no result.
      if (hasStarted) this.#listener.send(player.playerId, packetOf('battle-end', endView(state, seat)))
      else if (state.endedBy === 'stopped') this.#listener.refuse(player.playerId, 'draining')
    })
    this.#listener.ended(state)
  }

  #wakeAt(battle: LiveBattle, atMs: number): void {
    if (battle.wakeAtMs === atMs) return
    battle.wakeAtMs = atMs
    this.#needs.clock.later(Math.max(0, Math.ceil(atMs - this.#needs.clock.nowMs())), () => {
      // Ignored if the time has changed since.
      if (battle.wakeAtMs !== atMs) return
      battle.wakeAtMs = Infinity
      this.#apply(battle, { type: 'wake' })
    })
  }

  #perform(battle: LiveBattle, effect: BattleEffect): void {
    const { state } = battle
    switch (effect.type) {
      case 'scores':
        if (state.stage === 'active')
          this.#sendToPresent(battle, (seat) => battle.writeScores(state.seats, seat))
        return
      case 'countdown':
        if (state.stage !== 'countdown') return
        return this.#sendToPresent(battle, (seat) => packetOf('battle-countdown', countdownView(state, seat)))
      case 'start':
        if (state.stage !== 'active') return
        this.#sendToPresent(battle, (seat) => packetOf('battle-start', startView(state, seat)))
        for (const [seat, player] of state.setup.players.entries()) {
          if (player.kind === 'person' && state.seats[seat]?.presence === 'here')
            this.#listener.shown(player.playerId)
        }
        return
      case 'resume':
        return this.#sendState(battle, effect.seat)
      case 'wake':
        return this.#wakeAt(battle, effect.atMs)
      case 'end':
        if (state.stage === 'ended') this.#end(battle, state)
    }
  }

  #apply(battle: LiveBattle, event: BattleEvent): void {
    const nowMs = this.#needs.clock.nowMs()
    const { state, effects } = step(battle.state, event, nowMs)
    if (this.#needs.journal && state !== battle.state)
      this.#needs.journal.happened(battle.battleId, event, nowMs)
    battle.state = state
    for (const effect of effects) this.#perform(battle, effect)
  }

  #add(battle: LiveBattle): void {
    const { players } = battle.state.setup
    this.#battles.set(battle.battleId, battle)
    const people = players.flatMap((player, seat) => {
      const hasLeft = battle.state.stage !== 'ended' && battle.state.seats[seat]?.presence === 'left'
      return player.kind === 'person' && !hasLeft ? [player.playerId] : []
    })
    for (const playerId of people) this.#battleOf.set(playerId, battle)
    this.#listener.began(battle.battleId, people)
  }

  readonly begin = (plan: BattlePlan, seed: number): boolean => {
    if (this.#battles.size >= this.#needs.maxBattles) {
      for (const entrant of plan.entrants) {
        if (entrant.kind === 'person') this.#listener.refuse(entrant.playerId, 'busy')
      }
      return false
    }
    const setup = drawBattle(plan, seededRandom(seed))
    const nowMs = this.#needs.clock.nowMs()
    const { state, effects } = openBattle(setup, nowMs)
    this.#needs.journal?.opened(plan, seed, nowMs)
    const battle = { battleId: plan.battleId, state, wakeAtMs: Infinity, writeScores: scoreWriter(setup) }
    this.#add(battle)
    for (const effect of effects) this.#perform(battle, effect)
    return true
  }

  /** The battle if the player is in it; otherwise null, and the player is refused. */
  #ownBattle(playerId: string, battleId: string): LiveBattle | null {
    const battle = this.#battleOf.get(playerId)
    if (battle?.battleId === battleId) return battle
    // Events that were in transit when the battle ended are ignored without an error.
    if (!this.#ended.find(playerId, battleId)) this.#listener.refuse(playerId, 'unknown_battle')
    return null
  }

  readonly drop = (playerId: string, sinceMs: number): void => {
    const battle = this.#battleOf.get(playerId)
    if (battle) this.#apply(battle, { type: 'drop', seat: seatOf(battle.state, playerId), sinceMs })
  }

  #leave(playerId: string, battle: LiveBattle | undefined): void {
    if (!battle) return
    if (this.#battleOf.get(playerId) === battle) this.#battleOf.delete(playerId)
    this.#needs.journal?.left(battle.battleId, playerId)
    this.#apply(battle, { type: 'leave', seat: seatOf(battle.state, playerId) })
  }

  readonly open: LocalBattles['open'] = (type, entrants) =>
    void this.begin(
      { ...type, ...this.#needs.length, battleId: this.#needs.newBattleId(), entrants },
      this.#needs.newSeed(),
    )

  readonly adopt: LocalBattles['adopt'] = (state) => {
    const { battleId } = state.setup
    const battle = { battleId, state, wakeAtMs: Infinity, writeScores: scoreWriter(state.setup) }
    this.#add(battle)
    this.#wakeAt(battle, state.wakeAtMs)
  }

  readonly release: LocalBattles['release'] = (battleId) => {
    const battle = this.#battles.get(battleId)
    if (!battle) return
    battle.wakeAtMs = Infinity
    this.#battles.delete(battleId)
    for (const player of battle.state.setup.players) {
      if (player.kind === 'person' && this.#battleOf.get(player.playerId) === battle)
        this.#battleOf.delete(player.playerId)
    }
  }

  readonly has: LocalBattles['has'] = (playerId) => this.#battleOf.has(playerId)

  readonly nextIndex: LocalBattles['nextIndex'] = (playerId) => {
    const state = this.#battleOf.get(playerId)?.state
    return state?.stage === 'active' ? (state.seats[seatOf(state, playerId)]?.nextIndex ?? 0) : 0
  }

  readonly hasEnded: LocalBattles['hasEnded'] = (playerId, battleId) =>
    this.#ended.find(playerId, battleId) !== null

  readonly resume: LocalBattles['resume'] = (playerId, otherwise) => {
    this.drop(playerId, this.#needs.clock.nowMs())
    const battle = this.#battleOf.get(playerId)
    if (battle) this.#apply(battle, { type: 'ready', seat: seatOf(battle.state, playerId) })
    else otherwise()
  }

  readonly ready: LocalBattles['ready'] = (playerId, battleId) => {
    const battle = this.#battleOf.get(playerId)
    if (battle?.battleId === battleId) {
      return this.#apply(battle, { type: 'ready', seat: seatOf(battle.state, playerId) })
    }
    const over = this.#ended.find(playerId, battleId)
    if (over) this.#listener.send(playerId, packetOf('battle-end', endView(over.battle, over.seat)))
    else this.#listener.refuse(playerId, 'unknown_battle')
  }

  readonly playsAnother: LocalBattles['playsAnother'] = (playerId, battleId, reply) =>
    reply((this.#battleOf.get(playerId)?.battleId ?? battleId) !== battleId)

  readonly answer: LocalBattles['answer'] = (playerId, { battleId, problemIndex, answer, responseTime }) => {
    const battle = this.#ownBattle(playerId, battleId)
    if (!battle) return
    const seat = seatOf(battle.state, playerId)
    this.#apply(battle, { type: 'answer', seat, problemIndex, answer, responseTimeMs: responseTime })
  }

  readonly timeout: LocalBattles['timeout'] = (playerId, { battleId, problemsAnswered }) => {
    const battle = this.#ownBattle(playerId, battleId)
    if (!battle) return
    this.#apply(battle, { type: 'timeout', seat: seatOf(battle.state, playerId), problemsAnswered })
  }

  readonly silent: LocalBattles['silent'] = (playerId, sinceMs) => {
    const battle = this.#battleOf.get(playerId)
    if (battle) this.#apply(battle, { type: 'silent', seat: seatOf(battle.state, playerId), sinceMs })
  }

  readonly leave: LocalBattles['leave'] = (playerId) => this.#leave(playerId, this.#battleOf.get(playerId))

  readonly leaveOne: LocalBattles['leaveOne'] = (playerId, battleId) =>
    this.#leave(playerId, this.#battles.get(battleId))

  readonly timedSinceMs: LocalBattles['timedSinceMs'] = (playerId) => {
    const state = this.#battleOf.get(playerId)?.state
    if (state?.stage !== 'active') return Infinity
    const sinceMs = state.seats[seatOf(state, playerId)]?.lastAnswerAtMs ?? Infinity
    return sinceMs < Number.MAX_SAFE_INTEGER ? sinceMs : Infinity
  }

  readonly isFull: LocalBattles['isFull'] = () => this.#battles.size >= this.#needs.maxBattles
  readonly count: LocalBattles['count'] = () => this.#battles.size

  readonly stopUnlessOverBy: LocalBattles['stopUnlessOverBy'] = (atMs) => {
    for (const battle of this.#battles.values()) {
      if (overAtMs(battle.state) > atMs) this.#apply(battle, { type: 'stop' })
    }
  }
}
