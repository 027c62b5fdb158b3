import type { ClientPayload } from '../../contract/battle-events.ts'
import type { BattleErrorCode } from '../../contract/battle-limits.ts'
import { openBattle, step } from '../../domain/battle.ts'
import type { BattleEffect, BattleEvent, BattleState, Seat } from '../../domain/battle-state.ts'
import { drawBattle, type BattleEntrant } from '../../domain/battle-setup.ts'
import { countdownView, endView, resumeView, startView } from '../../domain/battle-view.ts'
import { BATTLE_GRACE_MS, type BattleType } from '../../domain/division.ts'
import { seededRandom } from '../../domain/seeded-random.ts'
import type { Clock } from './clock.ts'
import { deadlines, type Wakeable } from './deadlines.ts'
import { ENDED_TOLD_MS, MOST_ENDED_TOLD, WOKEN_AT_ONCE } from './overload.ts'
import { packetOf, scoreWriter, type Packet, type WriteScores } from './packets.ts'

export type EndedBattle = Extract<BattleState, { stage: 'ended' }>

/** What comes of battles, in the order in which it happens. */
export type BattlesHeard = {
  readonly tell: (playerId: string, packet: Packet) => void
  readonly refuse: (playerId: string, code: BattleErrorCode) => void
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
  /** Whether the player is in a battle, but not in that one. */
  playsAnother(playerId: string, battleId: string): boolean
  answer(playerId: string, answer: ClientPayload<'battle-answer'>): void
  timeout(playerId: string, timeout: ClientPayload<'battle-timeout'>): void
  /** The connection is lost. */
  drop(playerId: string): void
  /** On purpose and for good. */
  leave(playerId: string): void
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

export type LiveBattlesNeeds = {
  readonly clock: Clock
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

/** The seat of a person, or -1. */
function seatOf({ setup }: BattleState, playerId: string): Seat {
  return setup.players.findIndex((player) => player.kind === 'person' && player.playerId === playerId)
}

/** When a battle is over at the latest. */
function overAtMs(state: BattleState): number {
  if (state.stage === 'ended') return state.endedAtMs
  const startMs = state.stage === 'active' ? state.startedAtMs : state.startsAtMs
  return startMs + state.setup.durationMs + BATTLE_GRACE_MS
}

/** Ended battles, remembered for a while for who comes back too late. */
function endedBattles(clock: Clock) {
  const ended = new Map<string, EndedBattle>()
  const forget = (): void => {
    const oldestMs = clock.nowMs() - ENDED_TOLD_MS
    for (const [battleId, { endedAtMs }] of ended) {
      if (endedAtMs >= oldestMs && ended.size <= MOST_ENDED_TOLD) return
      ended.delete(battleId)
    }
  }
  return {
    add: (battle: EndedBattle): void => {
      ended.set(battle.setup.battleId, battle)
      forget()
    },
    /** The player's place in that battle, unless it is unknown, another's, or was left. */
    find: (playerId: string, battleId: string): { battle: EndedBattle; seat: Seat } | null => {
      forget()
      const battle = ended.get(battleId)
      const seat = battle ? seatOf(battle, playerId) : -1
      if (!battle || seat < 0) return null
      return battle.results.some((result) => result.seat === seat && result.left) ? null : { battle, seat }
    },
  }
}

/** The battles of this process alone. */
export function localLiveBattles(needs: LiveBattlesNeeds, heard: BattlesHeard): LiveBattles {
  const { clock, length, mostBattles, newBattleId, newSeed } = needs
  const battles = new Map<string, LiveBattle>()
  const battleOf = new Map<string, LiveBattle>()
  const ended = endedBattles(clock)
  const wakes = deadlines<LiveBattle>(clock, (battle) => happen(battle, { type: 'wake' }), WOKEN_AT_ONCE)

  /** Each person who is here gets a packet of their own. */
  const tellHere = ({ state }: LiveBattle, packetFor: (seat: Seat) => Packet): void => {
    if (state.stage === 'ended') return
    const { players } = state.setup
    for (let seat = 0; seat < players.length; seat += 1) {
      const player = players[seat]
      if (player?.kind !== 'person' || state.seats[seat]?.presence !== 'here') continue
      heard.tell(player.playerId, packetFor(seat))
    }
  }

  const tellWhere = ({ state }: LiveBattle, seat: Seat): void => {
    const player = state.setup.players[seat]
    if (player?.kind !== 'person') return
    if (state.stage === 'countdown') {
      heard.tell(player.playerId, packetOf('battle-countdown', countdownView(state, seat)))
    } else if (state.stage === 'active') {
      heard.tell(player.playerId, packetOf('battle-start', resumeView(state, seat, clock.nowMs())))
    }
  }

  const end = (battle: LiveBattle, state: EndedBattle): void => {
    const hasStarted = state.startedAtMs !== null
    battle.wakeAtMs = Infinity
    battles.delete(battle.battleId)
    if (hasStarted) ended.add(state)
    state.setup.players.forEach((player, seat) => {
      if (player.kind !== 'person' || battleOf.get(player.playerId) !== battle) return
      battleOf.delete(player.playerId)
      // Of a battle that never started there is no result to show.
      if (hasStarted) heard.tell(player.playerId, packetOf('battle-end', endView(state, seat)))
      else if (state.endedBy === 'stopped') heard.refuse(player.playerId, 'draining')
    })
    heard.ended(state)
  }

  const perform = (battle: LiveBattle, effect: BattleEffect): void => {
    const { state } = battle
    switch (effect.type) {
      case 'scores':
        if (state.stage === 'active') tellHere(battle, (seat) => battle.writeScores(state.seats, seat))
        return
      case 'countdown':
        if (state.stage !== 'countdown') return
        return tellHere(battle, (seat) => packetOf('battle-countdown', countdownView(state, seat)))
      case 'start':
        if (state.stage !== 'active') return
        return tellHere(battle, (seat) => packetOf('battle-start', startView(state, seat)))
      case 'resume':
        return tellWhere(battle, effect.seat)
      case 'wake':
        return wakes.set(battle, effect.atMs)
      case 'end':
        if (state.stage === 'ended') end(battle, state)
    }
  }

  const happen = (battle: LiveBattle, event: BattleEvent): void => {
    const { state, effects } = step(battle.state, event, clock.nowMs())
    battle.state = state
    for (const effect of effects) perform(battle, effect)
  }

  /** The player's battle when it is that one; another's, or one that is not known, is refused. */
  const ownBattle = (playerId: string, battleId: string): LiveBattle | null => {
    const battle = battleOf.get(playerId)
    if (battle?.battleId === battleId) return battle
    // What was on its way when the battle ended changes nothing and is nobody's fault.
    if (!ended.find(playerId, battleId)) heard.refuse(playerId, 'unknown_battle')
    return null
  }

  const drop = (playerId: string): void => {
    const battle = battleOf.get(playerId)
    if (battle) happen(battle, { type: 'drop', seat: seatOf(battle.state, playerId) })
  }

  return {
    open: (type, entrants) => {
      const people = entrants.flatMap((entrant) => (entrant.kind === 'person' ? [entrant.playerId] : []))
      if (battles.size >= mostBattles) {
        for (const playerId of people) heard.refuse(playerId, 'busy')
        return
      }
      const battleId = newBattleId()
      const setup = drawBattle({ ...type, ...length, battleId, entrants }, seededRandom(newSeed()))
      const { state, effects } = openBattle(setup, clock.nowMs())
      const battle = { battleId, state, wakeAtMs: Infinity, writeScores: scoreWriter(setup) }
      battles.set(battleId, battle)
      for (const playerId of people) battleOf.set(playerId, battle)
      heard.began(battleId, people)
      for (const effect of effects) perform(battle, effect)
    },
    resume: (playerId, otherwise) => {
      drop(playerId)
      const battle = battleOf.get(playerId)
      if (battle) happen(battle, { type: 'ready', seat: seatOf(battle.state, playerId) })
      else otherwise()
    },
    ready: (playerId, battleId) => {
      const battle = battleOf.get(playerId)
      if (battle?.battleId === battleId) {
        return happen(battle, { type: 'ready', seat: seatOf(battle.state, playerId) })
      }
      const over = ended.find(playerId, battleId)
      if (over) heard.tell(playerId, packetOf('battle-end', endView(over.battle, over.seat)))
      else heard.refuse(playerId, 'unknown_battle')
    },
    playsAnother: (playerId, battleId) => (battleOf.get(playerId)?.battleId ?? battleId) !== battleId,
    answer: (playerId, { battleId, problemIndex, answer, responseTime }) => {
      const battle = ownBattle(playerId, battleId)
      if (!battle) return
      const seat = seatOf(battle.state, playerId)
      happen(battle, { type: 'answer', seat, problemIndex, answer, responseTimeMs: responseTime })
    },
    timeout: (playerId, { battleId, problemsAnswered }) => {
      const battle = ownBattle(playerId, battleId)
      if (!battle) return
      happen(battle, { type: 'timeout', seat: seatOf(battle.state, playerId), problemsAnswered })
    },
    drop,
    leave: (playerId) => {
      const battle = battleOf.get(playerId)
      if (!battle) return
      battleOf.delete(playerId)
      happen(battle, { type: 'leave', seat: seatOf(battle.state, playerId) })
    },
    isFull: () => battles.size >= mostBattles,
    count: () => battles.size,
    stopUnlessOverBy: (atMs) => {
      for (const battle of battles.values()) {
        if (overAtMs(battle.state) > atMs) happen(battle, { type: 'stop' })
      }
    },
  }
}
