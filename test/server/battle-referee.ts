import { openBattle, step } from '../../domain/battle.ts'
import type { LoggedEvent, ReplayLog } from '../../domain/battle-replay.ts'
import { drawBattle } from '../../domain/battle-setup.ts'
import type { BattleEvent, BattleResult, BattleState } from '../../domain/battle-state.ts'
import { findBot } from '../../domain/bot.ts'
import { seededRandom } from '../../domain/seeded-random.ts'
import type { BattleJournal } from '../../server/battle/referee/live-battles.ts'
import type { Step } from './battle-paths.ts'
import { reckonedPoints } from './battle-reckoning.ts'

/** A battle as its journal makes it. */
export type JournaledBattle = {
  readonly log: Omit<ReplayLog, 'events'> & { readonly events: LoggedEvent[] }
  state: BattleState
}

type RefereeNeeds = {
  /** The points that an honest page has shown for an answer, where that is known. */
  readonly shownPoints: (battleId: string, playerId: string, problemIndex: number) => number | undefined
  readonly stepped: (step: Step) => void
}

function fail({ log }: JournaledBattle, what: string): never {
  throw new Error(`${log.plan.battleId}: ${what}`)
}

/**
 * Checks what the referee decides, one step at a time: points exactly as the rules of spec/ give them for what is in the
 * journal, and as an honest page has shown them.
 */
export function refereeWatch({ shownPoints, stepped }: RefereeNeeds) {
  const battles = new Map<string, JournaledBattle>()

  const checkPoints = (battle: JournaledBattle, before: BattleState, event: BattleEvent): void => {
    const { state, log } = battle
    if (before.stage === 'ended' || state.stage !== 'active') return
    const { startedAtMs, setup } = state
    state.seats.forEach((seat, at) => {
      const [was, player] = [before.seats[at], setup.players[at]]
      if (!was || seat === was) return
      const points = seat.score - was.score
      if (player?.kind === 'person') {
        const { events } = log
        const due = reckonedPoints({ events, seat: at, problems: setup.problems, startedAtMs })
        if (points !== (due ?? 0)) fail(battle, `${points} points where ${due} are due`)
        const isAnswer = event.type === 'answer' && event.seat === at
        const shown = isAnswer ? shownPoints(setup.battleId, player.playerId, event.problemIndex) : undefined
        // An answer too quick for points may come so late that the referee takes it for a slower one.
        if (due !== null && shown !== undefined && shown !== points && shown > 0) {
          fail(battle, `${points} points where the page has shown ${shown}`)
        }
      }
      if (seat.attempted > seat.nextIndex || seat.correct > seat.attempted || seat.score > 5 * seat.correct) {
        fail(battle, `impossible: ${JSON.stringify(seat)}`)
      }
    })
  }

  const journal: BattleJournal = {
    opened: (plan, seed, openedAtMs) => {
      const { state } = openBattle(drawBattle(plan, seededRandom(seed)), openedAtMs)
      battles.set(plan.battleId, { log: { plan, seed, openedAtMs, events: [] }, state })
    },
    happened: (battleId, event, atMs) => {
      const battle = battles.get(battleId)
      if (!battle) throw new Error(`${battleId} was not opened`)
      const before = battle.state
      battle.log.events.push({ event, atMs })
      battle.state = step(before, event, atMs).state
      checkPoints(battle, before, event)
      stepped({ battle, before, event, atMs })
    },
    left: () => undefined,
  }
  const runningOf = (playerId: string): string[] =>
    [...battles.values()].flatMap(({ state, log: { plan } }) => {
      const isOf = plan.entrants.some((one) => one.kind === 'person' && one.playerId === playerId)
      return isOf && state.stage !== 'ended' ? [plan.battleId] : []
    })
  return { journal, runningOf, battles: battles as ReadonlyMap<string, JournaledBattle> }
}

/** BAT-30: only who leaves while there is something to play has left, from the journal alone. */
function hasLeftPlay({ log }: JournaledBattle, seat: number): boolean {
  const startedAtMs = log.openedAtMs + log.plan.countdownSeconds * 1000
  const going = log.events.find(
    ({ event, atMs }) =>
      'seat' in event &&
      event.seat === seat &&
      (event.type === 'leave' || (event.type === 'timeout' && atMs >= startedAtMs)),
  )
  return going?.event.type === 'leave'
}

/** BAT-29: of those who stayed, the points alone decide a rank, and everyone at rank 1 with a point has won. */
function checkRanks(battle: JournaledBattle, results: readonly BattleResult[]): void {
  const stayed = results.filter(({ left }) => !left)
  for (const { score, rank, isWinner, left } of results) {
    const above = stayed.filter((other) => other.score > score).length
    if (!left && rank !== above + 1) fail(battle, `rank ${rank} with ${score} points`)
    if (isWinner !== (!left && rank === 1 && score > 0)) fail(battle, 'a winner too many, or too few')
  }
  const ranks = results.map(({ rank }) => rank)
  if (ranks.some((rank, at) => rank < (ranks[at - 1] ?? 1))) fail(battle, 'results out of order')
}

/** Checks how a battle ended, which is at most so long after it opened. */
export function checkEnd(battle: JournaledBattle, longestMs: number): void {
  const { state, log } = battle
  if (state.stage !== 'ended') fail(battle, 'it never ended')
  const lastedMs = state.endedAtMs - log.openedAtMs
  if (lastedMs > longestMs) fail(battle, `it lasted ${lastedMs} ms`)
  checkRanks(battle, state.results)
  for (const { seat, score, left } of state.results) {
    if (left !== hasLeftPlay(battle, seat)) fail(battle, 'a standing that was given up, or was not')
    const player = state.setup.players[seat]
    const bot = player?.kind === 'bot' ? findBot(player.botId) : undefined
    const most = bot ? (bot.scoreRange.max * log.plan.durationMs) / 60_000 : Infinity
    if (score > most) fail(battle, `a bot with ${score} points`)
  }
}
