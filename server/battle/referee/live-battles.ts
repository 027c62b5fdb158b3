import type { ClientPayload } from '../../../contract/battle-events.ts'
import type { BattleErrorCode } from '../../../contract/battle-events.ts'
import { openBattle, step } from '../../../domain/battle.ts'
import type { BattleEffect, BattleEvent, BattleState, Seat } from '../../../domain/battle-state.ts'
import { drawBattle, type BattleEntrant, type BattlePlan } from '../../../domain/battle-setup.ts'
import { countdownView, endView, resumeView, startView } from '../../../domain/battle-view.ts'
import { BATTLE_GRACE_MS, type BattleType } from '../../../domain/division.ts'
import { seededRandom } from '../../../domain/seeded-random.ts'
import type { ArenaClock } from './clock.ts'
import { deadlines, type Wakeable } from './deadlines.ts'
import { endedBattles, seatOf, type EndedBattle } from './ended-battles.ts'
import { WOKEN_AT_ONCE } from '../socket/overload.ts'
import { packetOf, scoreWriter, type Packet, type WriteScores } from '../socket/packets.ts'

/** What comes of battles, in the order in which it happens. */
export type BattlesHeard = {
  readonly tell: (playerId: string, packet: Packet) => void
  readonly refuse: (playerId: string, code: BattleErrorCode) => void
  /** The player was told `battle-start`. */
  readonly shown: (playerId: string) => void
  readonly began: (battleId: string, people: readonly string[]) => void
  /** Called once for each battle, after its players were told. */
  readonly ended: (battle: EndedBattle) => void
}

/**
 * The battles that are going on, each player in one at most. Commands answer nothing: what comes of them is told to the
 * players, so that battles which many servers share can take their time, and an answer costs this process no waiting.
 */
export type LiveBattles = {
  /** Begins a battle. All its people are told `busy` where there is no room for it. */
  open(type: BattleType, entrants: readonly BattleEntrant[]): void
  /** The player is connected anew: tells where the player's battle is; without one, calls `otherwise`. */
  resume(playerId: string, otherwise: () => void): void
  /** `battle-ready`: as `resume` for who was away, of an ended battle its result; who is here is told nothing. */
  ready(playerId: string, battleId: string): void
  /** Tells, at once or later, whether the player is in a battle, but not in that one. */
  playsAnother(playerId: string, battleId: string, told: (plays: boolean) => void): void
  answer(playerId: string, answer: ClientPayload<'battle-answer'>): void
  timeout(playerId: string, timeout: ClientPayload<'battle-timeout'>): void
  /** The connection is lost. Since when it was silent, if it was, or now; in milliseconds of the clock. */
  drop(playerId: string, sinceMs: number): void
  /** The player's line is heard again, and stood still since then. */
  silent(playerId: string, sinceMs: number): void
  /** On purpose: the player is free for another battle at once. The standing is kept of who has no more to play. */
  leave(playerId: string): void
  /** Since when the problem before the player is timed, in milliseconds of the clock; Infinity where none is. */
  timedSinceMs(playerId: string): number
  isFull(): boolean
  /** How many are going on. */
  count(): number
  /** Ends every battle that will not be over by then. */
  stopUnlessOverBy(atMs: number): void
}

/** How battles are, from the settings. */
export type BattleLength = {
  readonly durationMs: number
  readonly countdownSeconds: number
  readonly problemCount: number
}

/** Hears everything that a battle is made of, before anything is told to its players. */
export type BattleJournal = {
  readonly opened: (plan: BattlePlan, seed: number, atMs: number) => void
  /** Only what changed the battle. */
  readonly happened: (battleId: string, event: BattleEvent, atMs: number) => void
  /** The player is in this battle no more. */
  readonly left: (battleId: string, playerId: string) => void
}

/** The battles of this process, and what a process does that shares its arena with others. */
export type LocalBattles = LiveBattles & {
  /** Begins a battle that is planned. False where there is no room for it: then its people are told. */
  begin(plan: BattlePlan, seed: number): boolean
  /** Goes on with a battle of another process. */
  adopt(state: Exclude<BattleState, EndedBattle>): void
  /** Has nothing to do with the battle any more, and tells nobody. */
  letGo(battleId: string): void
  /** As `leave`, also where the player is in another battle by now. */
  leaveOne(playerId: string, battleId: string): void
  /** Whether the player is in a battle of this process. */
  has(playerId: string): boolean
  /** The first problem that the player has not answered; 0 where there is none. */
  nextIndex(playerId: string): number
  /** Whether this process knows how that battle ended for the player. */
  hasEnded(playerId: string, battleId: string): boolean
}

export type LiveBattlesNeeds = {
  readonly journal?: BattleJournal
  readonly clock: ArenaClock
  readonly length: BattleLength
  readonly mostBattles: number
  readonly newBattleId: () => string
  /** A whole number for each battle, from which its problems and bots are drawn. */
  readonly newSeed: () => number
}

type LiveBattle = Wakeable & {
  readonly battleId: string
  readonly writeScores: WriteScores
  state: BattleState
}

/** When a battle is over at the latest. */
function overAtMs(state: BattleState): number {
  if (state.stage === 'ended') return state.endedAtMs
  const startMs = state.stage === 'active' ? state.startedAtMs : state.startsAtMs
  return startMs + state.setup.durationMs + BATTLE_GRACE_MS
}

/** The battles of this process alone. */
export class LocalLiveBattles implements LocalBattles {
  readonly #needs: LiveBattlesNeeds
  readonly #heard: BattlesHeard
  readonly #battles = new Map<string, LiveBattle>()
  readonly #battleOf = new Map<string, LiveBattle>()
  readonly #ended: ReturnType<typeof endedBattles>
  readonly #wakes: ReturnType<typeof deadlines<LiveBattle>>

  constructor(needs: LiveBattlesNeeds, heard: BattlesHeard) {
    this.#needs = needs
    this.#heard = heard
    this.#ended = endedBattles(needs.clock)
    this.#wakes = deadlines(needs.clock, (battle) => this.#happen(battle, { type: 'wake' }), WOKEN_AT_ONCE)
  }

  /** Each person who is here gets a packet of their own. */
  #tellHere({ state }: LiveBattle, packetFor: (seat: Seat) => Packet): void {
    if (state.stage === 'ended') return
    const { players } = state.setup
    for (let seat = 0; seat < players.length; seat += 1) {
      const player = players[seat]
      if (player?.kind !== 'person' || state.seats[seat]?.presence !== 'here') continue
      this.#heard.tell(player.playerId, packetFor(seat))
    }
  }

  #tellWhere({ state }: LiveBattle, seat: Seat): void {
    const player = state.setup.players[seat]
    if (player?.kind !== 'person') return
    if (state.stage === 'countdown') {
      this.#heard.tell(player.playerId, packetOf('battle-countdown', countdownView(state, seat)))
    } else if (state.stage === 'active') {
      this.#heard.tell(
        player.playerId,
        packetOf('battle-start', resumeView(state, seat, this.#needs.clock.nowMs())),
      )
      this.#heard.shown(player.playerId)
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
      // Of a battle that never started there is no result to show.
      if (hasStarted) this.#heard.tell(player.playerId, packetOf('battle-end', endView(state, seat)))
      else if (state.endedBy === 'stopped') this.#heard.refuse(player.playerId, 'draining')
    })
    this.#heard.ended(state)
  }

  #perform(battle: LiveBattle, effect: BattleEffect): void {
    const { state } = battle
    switch (effect.type) {
      case 'scores':
        if (state.stage === 'active') this.#tellHere(battle, (seat) => battle.writeScores(state.seats, seat))
        return
      case 'countdown':
        if (state.stage !== 'countdown') return
        return this.#tellHere(battle, (seat) => packetOf('battle-countdown', countdownView(state, seat)))
      case 'start':
        if (state.stage !== 'active') return
        this.#tellHere(battle, (seat) => packetOf('battle-start', startView(state, seat)))
        for (const [seat, player] of state.setup.players.entries()) {
          if (player.kind === 'person' && state.seats[seat]?.presence === 'here')
            this.#heard.shown(player.playerId)
        }
        return
      case 'resume':
        return this.#tellWhere(battle, effect.seat)
      case 'wake':
        return this.#wakes.set(battle, effect.atMs)
      case 'end':
        if (state.stage === 'ended') this.#end(battle, state)
    }
  }

  #happen(battle: LiveBattle, event: BattleEvent): void {
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
    this.#heard.began(battle.battleId, people)
  }

  readonly begin = (plan: BattlePlan, seed: number): boolean => {
    if (this.#battles.size >= this.#needs.mostBattles) {
      for (const entrant of plan.entrants) {
        if (entrant.kind === 'person') this.#heard.refuse(entrant.playerId, 'busy')
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

  /** The player's battle when it is that one; another's, or one that is not known, is refused. */
  #ownBattle(playerId: string, battleId: string): LiveBattle | null {
    const battle = this.#battleOf.get(playerId)
    if (battle?.battleId === battleId) return battle
    // What was on its way when the battle ended changes nothing and is nobody's fault.
    if (!this.#ended.find(playerId, battleId)) this.#heard.refuse(playerId, 'unknown_battle')
    return null
  }

  readonly drop = (playerId: string, sinceMs: number): void => {
    const battle = this.#battleOf.get(playerId)
    if (battle) this.#happen(battle, { type: 'drop', seat: seatOf(battle.state, playerId), sinceMs })
  }

  #leave(playerId: string, battle: LiveBattle | undefined): void {
    if (!battle) return
    if (this.#battleOf.get(playerId) === battle) this.#battleOf.delete(playerId)
    this.#needs.journal?.left(battle.battleId, playerId)
    this.#happen(battle, { type: 'leave', seat: seatOf(battle.state, playerId) })
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
    this.#wakes.set(battle, state.wakeAtMs)
  }

  readonly letGo: LocalBattles['letGo'] = (battleId) => {
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
    if (battle) this.#happen(battle, { type: 'ready', seat: seatOf(battle.state, playerId) })
    else otherwise()
  }

  readonly ready: LocalBattles['ready'] = (playerId, battleId) => {
    const battle = this.#battleOf.get(playerId)
    if (battle?.battleId === battleId) {
      return this.#happen(battle, { type: 'ready', seat: seatOf(battle.state, playerId) })
    }
    const over = this.#ended.find(playerId, battleId)
    if (over) this.#heard.tell(playerId, packetOf('battle-end', endView(over.battle, over.seat)))
    else this.#heard.refuse(playerId, 'unknown_battle')
  }

  readonly playsAnother: LocalBattles['playsAnother'] = (playerId, battleId, told) =>
    told((this.#battleOf.get(playerId)?.battleId ?? battleId) !== battleId)

  readonly answer: LocalBattles['answer'] = (playerId, { battleId, problemIndex, answer, responseTime }) => {
    const battle = this.#ownBattle(playerId, battleId)
    if (!battle) return
    const seat = seatOf(battle.state, playerId)
    this.#happen(battle, { type: 'answer', seat, problemIndex, answer, responseTimeMs: responseTime })
  }

  readonly timeout: LocalBattles['timeout'] = (playerId, { battleId, problemsAnswered }) => {
    const battle = this.#ownBattle(playerId, battleId)
    if (!battle) return
    this.#happen(battle, { type: 'timeout', seat: seatOf(battle.state, playerId), problemsAnswered })
  }

  readonly silent: LocalBattles['silent'] = (playerId, sinceMs) => {
    const battle = this.#battleOf.get(playerId)
    if (battle) this.#happen(battle, { type: 'silent', seat: seatOf(battle.state, playerId), sinceMs })
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

  readonly isFull: LocalBattles['isFull'] = () => this.#battles.size >= this.#needs.mostBattles
  readonly count: LocalBattles['count'] = () => this.#battles.size

  readonly stopUnlessOverBy: LocalBattles['stopUnlessOverBy'] = (atMs) => {
    for (const battle of this.#battles.values()) {
      if (overAtMs(battle.state) > atMs) this.#happen(battle, { type: 'stop' })
    }
  }
}
