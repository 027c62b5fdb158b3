import { openBattle, step } from '../../domain/battle.ts'
import type { BattleEffect, BattleEvent, BattleState } from '../../domain/battle-state.ts'
import type { ReplayLog, LoggedEvent } from '../../domain/battle-replay.ts'
import { drawBattle, type BattleEntrant } from '../../domain/battle-setup.ts'
import { countdownView, endView, resumeView, startView } from '../../domain/battle-view.ts'
import { scoreUpdateView } from '../factories/score-update.ts'
import type { CountdownView, EndView, ScoreUpdateView, StartView } from '../../domain/battle-view.ts'
import type { Bot } from '../../domain/bot.ts'
import { join, leave, match, type Queue } from '../../domain/matchmaking.ts'
import { seededRandom } from '../../domain/seeded-random.ts'
import type { FakeClock } from './battle-clock.ts'

/** What the arena tells a player. */
export type Told =
  | { readonly name: 'battle-countdown'; readonly view: CountdownView }
  | { readonly name: 'battle-start'; readonly view: StartView }
  | { readonly name: 'battle-score-update'; readonly view: ScoreUpdateView }
  | { readonly name: 'battle-end'; readonly view: EndView }

export type ArenaBattle = {
  readonly log: Omit<ReplayLog, 'events'> & { readonly events: LoggedEvent[] }
  readonly playerIds: readonly string[]
  state: BattleState
}

export const BATTLE_MS = 10_000
export const COUNTDOWN_SECONDS = 2
const PROBLEMS = 20
const MAX_WAITING = 6

function entrant(playerId: string): BattleEntrant {
  return { kind: 'person', playerId, nickname: `nick of ${playerId}`, location: '' }
}

/**
 * The smallest server there can be around the domain: one queue, its battles, and where each player is. `tell` reaches a
 * player's present connection; `watch` sees every step.
 */
export function battleArena(options: {
  readonly clock: FakeClock
  readonly random: () => number
  readonly tell: (playerId: string, told: Told) => void
  readonly watch: (battle: ArenaBattle, before: BattleState, event: BattleEvent) => void
}) {
  const { clock, random, tell, watch } = options
  const battles: ArenaBattle[] = []
  const live = new Map<string, ArenaBattle>()
  let isStopped = false
  let queue: Queue<{ readonly playerId: string }> = []

  /** Who has left may be in the next battle already. */
  function forget(playerId: string, battle: ArenaBattle): void {
    if (live.get(playerId) === battle) live.delete(playerId)
  }

  function perform(battle: ArenaBattle, effect: BattleEffect): void {
    const { state } = battle
    const everybody = (toldAt: (seat: number) => Told) =>
      battle.playerIds.forEach((playerId, seat) => {
        const isHere =
          state.stage === 'ended'
            ? state.results.some((result) => result.seat === seat && !result.left)
            : state.seats[seat]?.presence === 'here'
        if (playerId !== '' && isHere) tell(playerId, toldAt(seat))
      })
    if (effect.type === 'wake') {
      // Timers are late, and at times early.
      const lateMs = Math.floor(random() * 30) - 2
      clock.later(effect.atMs - clock.nowMs() + lateMs, () => happen(battle, { type: 'wake' }))
    } else if (effect.type === 'resume') {
      resume(battle, effect.seat)
    } else if (effect.type === 'countdown' && state.stage === 'countdown') {
      everybody((seat) => ({ name: 'battle-countdown', view: countdownView(state, seat) }))
    } else if (effect.type === 'start' && state.stage === 'active') {
      everybody((seat) => ({ name: 'battle-start', view: startView(state, seat) }))
    } else if (effect.type === 'scores' && state.stage === 'active') {
      everybody((seat) => ({ name: 'battle-score-update', view: scoreUpdateView(state, seat) }))
    } else if (effect.type === 'end' && state.stage === 'ended') {
      for (const playerId of battle.playerIds) forget(playerId, battle)
      if (state.startedAtMs === null) return
      everybody((seat) => ({ name: 'battle-end', view: endView(state, seat) }))
    }
  }

  function resume({ state, playerIds }: ArenaBattle, seat: number): void {
    const playerId = playerIds[seat] ?? ''
    if (state.stage === 'countdown') {
      tell(playerId, { name: 'battle-countdown', view: countdownView(state, seat) })
    } else if (state.stage === 'active') {
      tell(playerId, { name: 'battle-start', view: resumeView(state, seat, clock.nowMs()) })
    } else if (state.startedAtMs !== null) {
      tell(playerId, { name: 'battle-end', view: endView(state, seat) })
    }
  }

  function happen(battle: ArenaBattle, event: BattleEvent): void {
    const before = battle.state
    const { state, effects } = step(before, event, clock.nowMs())
    battle.log.events.push({ event, atMs: clock.nowMs() })
    battle.state = state
    if (event.type === 'leave') forget(battle.playerIds[event.seat] ?? '', battle)
    watch(battle, before, event)
    // A step in the midst of another's effects would be told in the wrong order: all of it is read from the last state.
    for (const effect of effects) perform(battle, effect)
  }

  function open(entrants: readonly BattleEntrant[]): void {
    if (isStopped) return
    const seed = Math.floor(random() * 2 ** 32)
    const plan = {
      battleId: `battle-${battles.length}`,
      division: 'addition_subtraction' as const,
      preference: 'mixed' as const,
      entrants,
      durationMs: BATTLE_MS,
      countdownSeconds: COUNTDOWN_SECONDS,
      problemCount: PROBLEMS,
    }
    const { state, effects } = openBattle(drawBattle(plan, seededRandom(seed)), clock.nowMs())
    const playerIds = entrants.map((entrant) => (entrant.kind === 'person' ? entrant.playerId : ''))
    const battle: ArenaBattle = {
      log: { plan, seed, openedAtMs: clock.nowMs(), events: [] },
      playerIds,
      state,
    }
    battles.push(battle)
    for (const playerId of playerIds) if (playerId !== '') live.set(playerId, battle)
    for (const effect of effects) perform(battle, effect)
  }

  function toSeat(playerId: string, battleId: string, eventAt: (seat: number) => BattleEvent): void {
    const battle = battles.find(({ log }) => log.plan.battleId === battleId)
    const seat = battle?.playerIds.indexOf(playerId) ?? -1
    if (!battle || seat < 0) return
    const event = eventAt(seat)
    if (battle.state.stage === 'ended' && event.type === 'ready') resume(battle, seat)
    happen(battle, event)
  }

  return {
    battles,
    toSeat,
    battleOf: (playerId: string) => live.get(playerId),
    isWaiting: (playerId: string) => queue.some((waiting) => waiting.playerId === playerId),
    /** Back into a battle that is not over, otherwise into the queue. */
    join: (playerId: string): void => {
      const battle = live.get(playerId)
      if (battle) return toSeat(playerId, battle.log.plan.battleId, (seat) => ({ type: 'ready', seat }))
      const joined = join(queue, { playerId }, MAX_WAITING)
      if (joined.ok) queue = joined.queue
      clock.later(random() * 200, () => {
        const matched = match(queue)
        queue = matched.queue
        for (const group of matched.groups) open(group.map((waiting) => entrant(waiting.playerId)))
      })
    },
    meetBot: (playerId: string, bot: Bot): void => {
      if (live.has(playerId)) return
      queue = leave(queue, playerId)
      open([entrant(playerId), { kind: 'bot', bot }])
    },
    /** The server stops: every battle ends, and no other begins. */
    stop: (): void => {
      isStopped = true
      for (const battle of battles) if (battle.state.stage !== 'ended') happen(battle, { type: 'stop' })
    },
    leave: (playerId: string): void => {
      queue = leave(queue, playerId)
      const battle = live.get(playerId)
      if (battle) toSeat(playerId, battle.log.plan.battleId, (seat) => ({ type: 'leave', seat }))
    },
    /** The line of the player is heard again after it stood still since then. */
    silent: (playerId: string, sinceMs: number): void => {
      const battle = live.get(playerId)
      if (battle) toSeat(playerId, battle.log.plan.battleId, (seat) => ({ type: 'silent', seat, sinceMs }))
    },
    /** Since when the player's problem is timed; Infinity where none is. */
    timedSinceMs: (playerId: string): number => {
      const battle = live.get(playerId)
      if (battle?.state.stage !== 'active') return Infinity
      return battle.state.seats[battle.playerIds.indexOf(playerId)]?.lastAnswerAtMs ?? Infinity
    },
    disconnected: (playerId: string, sinceMs: number): void => {
      queue = leave(queue, playerId)
      const battle = live.get(playerId)
      if (battle) toSeat(playerId, battle.log.plan.battleId, (seat) => ({ type: 'drop', seat, sinceMs }))
    },
  }
}
