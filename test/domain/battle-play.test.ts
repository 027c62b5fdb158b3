import { describe, expect, test } from 'vitest'
import {
  playRemainingMs,
  stepPlay,
  waitingPlay,
  type BattlePlay,
  type BattlePlayEvent,
  type Outgoing,
} from '../../domain/battle-play.ts'
import { drawProblems } from '../../domain/battle-problems.ts'
import type { EndView, StartView } from '../../domain/battle-view.ts'
import { seededRandom } from '../../domain/seeded-random.ts'

const START_MS = Date.UTC(2026, 10, 21, 15)
const PROBLEMS = drawProblems({ division: 'addition_subtraction', preference: 'mixed' }, 10, seededRandom(1))
const START: StartView = {
  battleId: 'battle-1',
  problems: PROBLEMS,
  opponents: [{ nickname: 'Bob', location: '', isBot: false }],
  duration: 60_000,
}
const END: EndView = {
  battleId: 'battle-1',
  results: [],
  winner: null,
  isWinner: false,
  playerRank: 1,
  currentPlayerNickname: 'Ada',
  immediate: false,
}

/** A screen that is played by hand; times are milliseconds after the start. */
function screenOf(begin: BattlePlay = waitingPlay('battle-1')) {
  let play = begin
  const sent: Outgoing[] = []
  const say = (event: BattlePlayEvent, afterMs: number): readonly Outgoing[] => {
    const stepped = stepPlay(play, event, START_MS + afterMs)
    play = stepped.play
    sent.push(...stepped.send)
    return stepped.send
  }
  const active = () => {
    if (play.stage !== 'active') throw new Error(`the screen is at ${play.stage}`)
    return play
  }
  const type = (isRight: boolean, afterMs: number) => {
    const answer = PROBLEMS[active().index]?.answer ?? 0
    return say({ type: 'answer', value: isRight ? answer : answer + 1 }, afterMs)
  }
  return { say, type, active, play: () => play, sent }
}

function started() {
  const screen = screenOf()
  screen.say({ type: 'start', start: START }, 0)
  return screen
}

const indexesOf = (sent: readonly Outgoing[]) =>
  sent.flatMap((message) => (message.name === 'battle-answer' ? [message.problemIndex] : []))

describe('the stages', () => {
  test('[BAT-50] waits for the problems, is active, calculates at 0, and ends with the result', () => {
    const screen = screenOf()
    expect(screen.play().stage).toBe('waiting')
    expect(screen.say({ type: 'start', start: START }, 0)).toEqual([
      { name: 'battle-ready', battleId: 'battle-1' },
    ])
    expect(playRemainingMs(screen.play(), START_MS + 1000)).toBe(59_000)
    screen.say({ type: 'tick' }, 59_999)
    expect(screen.play().stage).toBe('active')
    expect(screen.say({ type: 'tick' }, 60_000)).toEqual([
      { name: 'battle-timeout', battleId: 'battle-1', finalScore: 0, problemsAnswered: 0 },
    ])
    expect(screen.play().stage).toBe('calculating')
    screen.say({ type: 'end', end: END }, 60_100)
    expect(screen.play()).toEqual({ stage: 'ended', battleId: 'battle-1', result: END })
  })

  test('[BAT-50] after the last problem only waiting is left', () => {
    const screen = started()
    for (let at = 1; at <= 10; at += 1) screen.type(true, at * 1000)
    expect(screen.play().stage).toBe('calculating')
    expect(screen.sent.at(-1)).toEqual({
      name: 'battle-timeout',
      battleId: 'battle-1',
      finalScore: 50,
      problemsAnswered: 10,
    })
  })

  test('[BAT-50] ignores an answer after the clock, and the result of another battle', () => {
    const screen = started()
    screen.say({ type: 'end', end: { ...END, battleId: 'battle-2' } }, 100)
    expect(screen.play().stage).toBe('active')
    screen.type(true, 60_001)
    expect(screen.play()).toMatchObject({ stage: 'calculating', run: { score: 0 } })
  })

  test('[BAT-50, BAT-66] a battle unknown to the server ends without a result', () => {
    const screen = started()
    screen.say({ type: 'gone' }, 100)
    expect(screen.play()).toEqual({ stage: 'ended', battleId: 'battle-1', result: null })
  })
})

describe('calculating', () => {
  test('[BAT-66] asks for a missing result after the clock and the grace period, again and again', () => {
    const screen = started()
    screen.say({ type: 'tick' }, 60_000)
    const ask = [{ name: 'battle-ready', battleId: 'battle-1' }]
    expect(screen.say({ type: 'tick' }, 62_999)).toEqual([])
    expect(screen.say({ type: 'tick' }, 63_000)).toEqual(ask)
    expect(screen.say({ type: 'tick' }, 64_000)).toEqual([])
    expect(screen.say({ type: 'tick' }, 66_000)).toEqual(ask)
    screen.say({ type: 'end', end: END }, 66_100)
    expect(screen.say({ type: 'tick' }, 70_000)).toEqual([])
  })
})

describe('a problem', () => {
  test('[BAT-51, BAT-53] a right first answer gives 5 points under 3 s and 3 otherwise, then the next problem', () => {
    const screen = started()
    screen.type(true, 2999)
    screen.type(true, 5999)
    expect(screen.active()).toMatchObject({
      index: 2,
      attempt: 'first',
      run: { score: 8, problemsAnswered: 2 },
    })
  })

  test('[BAT-51] a right retry counts as answered and gives no points', () => {
    const screen = started()
    screen.type(false, 1000)
    expect(screen.active()).toMatchObject({ index: 0, attempt: 'retry' })
    screen.type(true, 2000)
    expect(screen.active()).toMatchObject({
      index: 1,
      attempt: 'first',
      run: { score: 0, problemsAnswered: 1 },
    })
  })

  test('[BAT-51] after the second miss the child types the answer to continue, and the problem counts as not answered', () => {
    const screen = started()
    screen.type(false, 1000)
    screen.type(false, 2000)
    const revealed = screen.active()
    expect(revealed.attempt).toBe('reveal')
    screen.type(false, 3000)
    expect(screen.active()).toBe(revealed)
    screen.type(true, 4000)
    expect(screen.active()).toMatchObject({
      index: 1,
      attempt: 'first',
      run: { score: 0, problemsAnswered: 0 },
    })
  })

  test('[BAT-52] sends only the first attempt, with the time since the problem was shown', () => {
    const screen = started()
    screen.type(false, 1000)
    screen.type(false, 2000)
    screen.type(true, 3000)
    screen.type(true, 4200)
    expect(screen.sent.slice(1)).toEqual([
      {
        name: 'battle-answer',
        battleId: 'battle-1',
        problemIndex: 0,
        answer: (PROBLEMS[0]?.answer ?? 0) + 1,
        responseTime: 1000,
      },
      {
        name: 'battle-answer',
        battleId: 'battle-1',
        problemIndex: 1,
        answer: PROBLEMS[1]?.answer,
        responseTime: 1200,
      },
    ])
  })

  test('[BAT-53] after a long retry a quick next answer is quick for the page and the referee', () => {
    const screen = started()
    screen.type(false, 1000)
    screen.type(true, 6000)
    screen.type(true, 7000)
    expect(screen.active().run.score).toBe(5)
  })

  test('[BAT-86] text that no keypad can type is not an answer', () => {
    const screen = started()
    const before = screen.play()
    for (const value of [NaN, 1.5, -1, 1000, Infinity]) screen.say({ type: 'answer', value }, 1000)
    expect(screen.play()).toBe(before)
  })
})

describe('scores', () => {
  test("[BAT-53] the player's score follows the server once everything sent has been judged", () => {
    const screen = started()
    screen.type(true, 1000)
    const received = [
      { nickname: 'Ada', score: 3, you: true },
      { nickname: 'Bob', score: 9, you: false },
    ]
    screen.say({ type: 'scores', scores: received }, 1200)
    expect(screen.active().run).toMatchObject({ score: 5, scores: received })
    screen.say({ type: 'scores', scores: received }, 2500)
    expect(screen.active().run.score).toBe(3)
  })
})

describe('a lost connection', () => {
  test('[BAT-54] play goes on, and missing answers are sent in order on reconnecting', () => {
    const screen = started()
    screen.type(true, 1000)
    screen.say({ type: 'disconnected' }, 1100)
    expect(screen.type(true, 2000)).toEqual([])
    expect(screen.type(true, 3000)).toEqual([])
    expect(screen.say({ type: 'connected' }, 3500)).toEqual([{ name: 'battle-ready', battleId: 'battle-1' }])
    expect(screen.type(true, 4000)).toEqual([])
    const scores = [{ nickname: 'Ada', score: 5, you: true }]
    const back = { ...START, duration: 55_000, problemIndex: 1, scores }
    expect(indexesOf(screen.say({ type: 'start', start: back }, 4500))).toEqual([1, 2, 3])
    expect(screen.active()).toMatchObject({ index: 4, link: 'live', run: { score: 20 } })
    expect(playRemainingMs(screen.play(), START_MS + 4500)).toBe(55_000)
    expect(indexesOf(screen.type(true, 5000))).toEqual([4])
  })

  test('[BAT-54] resends an answer that was lost although the connection seemed to work', () => {
    const screen = started()
    screen.type(true, 1000)
    screen.type(true, 2000)
    screen.say({ type: 'disconnected' }, 2100)
    screen.say({ type: 'connected' }, 3000)
    expect(indexesOf(screen.say({ type: 'start', start: { ...START, problemIndex: 0 } }, 3100))).toEqual([
      0, 1,
    ])
  })

  test('[BAT-54] sends the timeout after the answers if the clock ran out in the meantime', () => {
    const screen = started()
    screen.say({ type: 'disconnected' }, 100)
    screen.type(true, 2000)
    expect(screen.say({ type: 'tick' }, 60_000)).toEqual([])
    screen.say({ type: 'connected' }, 60_500)
    const names = screen
      .say({ type: 'start', start: { ...START, duration: 0, problemIndex: 0 } }, 60_600)
      .map(({ name }) => name)
    expect(names).toEqual(['battle-answer', 'battle-timeout'])
  })

  test('[BAT-54] does not ask again what another tab has answered in the meantime', () => {
    const screen = started()
    screen.say({ type: 'disconnected' }, 100)
    screen.say({ type: 'connected' }, 9000)
    screen.say({ type: 'start', start: { ...START, problemIndex: 4, problemsAnswered: 3 } }, 9100)
    expect(screen.active()).toMatchObject({ index: 4, attempt: 'first', run: { problemsAnswered: 3 } })
  })

  test('[BAT-54] finishes a retry in progress before the next problem', () => {
    const screen = started()
    screen.type(false, 1000)
    screen.say({ type: 'disconnected' }, 1100)
    screen.say({ type: 'connected' }, 2000)
    screen.say({ type: 'start', start: { ...START, problemIndex: 1 } }, 2100)
    expect(screen.active()).toMatchObject({ index: 0, attempt: 'retry' })
  })

  test('[BAT-55] retries that are never sent to the server still count after reconnecting', () => {
    const screen = started()
    screen.type(false, 1000)
    screen.type(true, 2000)
    screen.type(true, 3000)
    screen.say({ type: 'disconnected' }, 3100)
    screen.say({ type: 'connected' }, 4000)
    screen.say({ type: 'start', start: { ...START, problemIndex: 2, problemsAnswered: 1 } }, 4100)
    expect(screen.active()).toMatchObject({ index: 2, run: { problemsAnswered: 2 } })
  })

  test('[BAT-55] a page without state continues where the server is', () => {
    const screen = screenOf()
    const scores = [{ nickname: 'Ada', score: 25, you: true }]
    const back = { ...START, duration: 30_000, problemIndex: 6, scores, problemsAnswered: 5 }
    screen.say({ type: 'start', start: back }, 30_000)
    expect(screen.active()).toMatchObject({ index: 6, run: { score: 25, problemsAnswered: 5 } })
    screen.type(true, 32_000)
    expect(screen.active()).toMatchObject({ run: { problemsAnswered: 6 } })
    expect(playRemainingMs(screen.play(), START_MS + 30_000)).toBe(30_000)
    const late = screenOf()
    late.say({ type: 'start', start: { ...START, problemIndex: 10, scores } }, 30_000)
    expect(late.play().stage).toBe('calculating')
  })

  test('[BAT-55, BAT-53] after a reload the page shows the points that the referee will give', () => {
    const back = { ...START, problemIndex: 3, problemMs: 1800 }
    for (const [afterMs, score] of [
      [1900, 5],
      [1960, 3],
    ] as const) {
      const screen = screenOf()
      screen.say({ type: 'start', start: back }, 0)
      screen.type(true, afterMs)
      expect(screen.active()).toMatchObject({ run: { score } })
    }
  })

  test('[BAT-55] right second tries before a reload still count, up to the number of problems', () => {
    const screen = screenOf(waitingPlay('battle-1', 2))
    screen.say({ type: 'start', start: { ...START, problemIndex: 6, problemsAnswered: 3 } }, 0)
    expect(screen.active()).toMatchObject({ run: { problemsAnswered: 5, secondTries: 2 } })
    screen.type(false, 1000)
    screen.type(true, 2000)
    expect(screen.active()).toMatchObject({ run: { problemsAnswered: 6, secondTries: 3 } })
    const forged = screenOf(waitingPlay('battle-1', 900))
    forged.say({ type: 'start', start: { ...START, problemIndex: 6, problemsAnswered: 3 } }, 0)
    expect(forged.active()).toMatchObject({ run: { problemsAnswered: 6 } })
    const other = screenOf(waitingPlay('battle-0', 2))
    other.say({ type: 'start', start: { ...START, problemIndex: 6, problemsAnswered: 3 } }, 0)
    expect(other.active()).toMatchObject({ run: { problemsAnswered: 3 } })
  })
})
