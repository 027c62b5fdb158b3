import type { ClientPayload } from '../../../contract/battle-events.ts'
import type { BattleErrorCode } from '../../../contract/battle-limits.ts'
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
export function localLiveBattles(needs: LiveBattlesNeeds, heard: BattlesHeard): LocalBattles {
  const { clock, length, mostBattles, newBattleId, newSeed, journal } = needs
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
      heard.shown(player.playerId)
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
        tellHere(battle, (seat) => packetOf('battle-start', startView(state, seat)))
        for (const [seat, player] of state.setup.players.entries()) {
          if (player.kind === 'person' && state.seats[seat]?.presence === 'here') heard.shown(player.playerId)
        }
        return
      case 'resume':
        return tellWhere(battle, effect.seat)
      case 'wake':
        return wakes.set(battle, effect.atMs)
      case 'end':
        if (state.stage === 'ended') end(battle, state)
    }
  }

  const happen = (battle: LiveBattle, event: BattleEvent): void => {
    const nowMs = clock.nowMs()
    const { state, effects } = step(battle.state, event, nowMs)
    if (journal && state !== battle.state) journal.happened(battle.battleId, event, nowMs)
    battle.state = state
    for (const effect of effects) perform(battle, effect)
  }

  const add = (battle: LiveBattle): void => {
    const { players } = battle.state.setup
    battles.set(battle.battleId, battle)
    const people = players.flatMap((player, seat) => {
      const hasLeft = battle.state.stage !== 'ended' && battle.state.seats[seat]?.presence === 'left'
      return player.kind === 'person' && !hasLeft ? [player.playerId] : []
    })
    for (const playerId of people) battleOf.set(playerId, battle)
    heard.began(battle.battleId, people)
  }

  const begin = (plan: BattlePlan, seed: number): boolean => {
    if (battles.size >= mostBattles) {
      for (const entrant of plan.entrants) {
        if (entrant.kind === 'person') heard.refuse(entrant.playerId, 'busy')
      }
      return false
    }
    const setup = drawBattle(plan, seededRandom(seed))
    const nowMs = clock.nowMs()
    const { state, effects } = openBattle(setup, nowMs)
    journal?.opened(plan, seed, nowMs)
    const battle = { battleId: plan.battleId, state, wakeAtMs: Infinity, writeScores: scoreWriter(setup) }
    add(battle)
    for (const effect of effects) perform(battle, effect)
    return true
  }

  /** The player's battle when it is that one; another's, or one that is not known, is refused. */
  const ownBattle = (playerId: string, battleId: string): LiveBattle | null => {
    const battle = battleOf.get(playerId)
    if (battle?.battleId === battleId) return battle
    // What was on its way when the battle ended changes nothing and is nobody's fault.
    if (!ended.find(playerId, battleId)) heard.refuse(playerId, 'unknown_battle')
    return null
  }

  const drop = (playerId: string, sinceMs: number): void => {
    const battle = battleOf.get(playerId)
    if (battle) happen(battle, { type: 'drop', seat: seatOf(battle.state, playerId), sinceMs })
  }

  const leave = (playerId: string, battle: LiveBattle | undefined): void => {
    if (!battle) return
    if (battleOf.get(playerId) === battle) battleOf.delete(playerId)
    journal?.left(battle.battleId, playerId)
    happen(battle, { type: 'leave', seat: seatOf(battle.state, playerId) })
  }

  return {
    begin,
    open: (type, entrants) =>
      void begin({ ...type, ...length, battleId: newBattleId(), entrants }, newSeed()),
    adopt: (state) => {
      const { battleId } = state.setup
      const battle = { battleId, state, wakeAtMs: Infinity, writeScores: scoreWriter(state.setup) }
      add(battle)
      wakes.set(battle, state.wakeAtMs)
    },
    letGo: (battleId) => {
      const battle = battles.get(battleId)
      if (!battle) return
      battle.wakeAtMs = Infinity
      battles.delete(battleId)
      for (const player of battle.state.setup.players) {
        if (player.kind === 'person' && battleOf.get(player.playerId) === battle)
          battleOf.delete(player.playerId)
      }
    },
    has: (playerId) => battleOf.has(playerId),
    nextIndex: (playerId) => {
      const state = battleOf.get(playerId)?.state
      return state?.stage === 'active' ? (state.seats[seatOf(state, playerId)]?.nextIndex ?? 0) : 0
    },
    hasEnded: (playerId, battleId) => ended.find(playerId, battleId) !== null,
    resume: (playerId, otherwise) => {
      drop(playerId, clock.nowMs())
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
    playsAnother: (playerId, battleId, told) =>
      told((battleOf.get(playerId)?.battleId ?? battleId) !== battleId),
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
    silent: (playerId, sinceMs) => {
      const battle = battleOf.get(playerId)
      if (battle) happen(battle, { type: 'silent', seat: seatOf(battle.state, playerId), sinceMs })
    },
    leave: (playerId) => leave(playerId, battleOf.get(playerId)),
    leaveOne: (playerId, battleId) => leave(playerId, battles.get(battleId)),
    timedSinceMs: (playerId) => {
      const state = battleOf.get(playerId)?.state
      if (state?.stage !== 'active') return Infinity
      const sinceMs = state.seats[seatOf(state, playerId)]?.lastAnswerAtMs ?? Infinity
      return sinceMs < Number.MAX_SAFE_INTEGER ? sinceMs : Infinity
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
