import { describe, expect, test } from 'vitest'
import { BATTLE_GRACE_MS } from '../../domain/division.ts'
import type { BattlesOfTest, LiveBattlesAdapter } from '../factories/live-battles.ts'

/** As quick as a person can be. */
const HUMAN_MS = 300
const COUNTDOWN_MS = 1_000

const PLAYERS = ['ada', 'bob'] as const
type Player = (typeof PLAYERS)[number]

/** Both are at the first problem; the id of their battle. */
async function started(battles: BattlesOfTest): Promise<string> {
  await battles.begin(...PLAYERS)
  await battles.pass(COUNTDOWN_MS)
  for (const player of PLAYERS) {
    await expect.poll(() => battles.received(player, 'battle-start')).toHaveLength(1)
  }
  return battles.received('ada', 'battle-start')[0]?.battleId ?? ''
}

function answerRight(battles: BattlesOfTest, player: Player, problemIndex: number): void {
  const start = battles.received(player, 'battle-start')[0]
  const answer = start?.problems[problemIndex]?.answer ?? -1
  const battleId = start?.battleId ?? ''
  battles.at(player).answer(player, { battleId, problemIndex, answer, responseTime: HUMAN_MS })
}

function finish(battles: BattlesOfTest, player: Player, battleId: string, problemsAnswered = 0): void {
  battles.at(player).timeout(player, { battleId, finalScore: 0, problemsAnswered })
}

function lastScores(battles: BattlesOfTest, player: Player): Record<string, number> {
  const scores = battles.received(player, 'battle-score-update').at(-1)?.scores ?? []
  return Object.fromEntries(scores.map(({ nickname, score }) => [nickname, score]))
}

async function ended(battles: BattlesOfTest): Promise<void> {
  await expect.poll(() => battles.ended).toHaveLength(1)
  await expect.poll(() => battles.count()).toBe(0)
}

/** Until whatever is on its way between processes has come. */
async function settled(battles: BattlesOfTest): Promise<void> {
  for (const player of PLAYERS) {
    await new Promise<void>((resolve) => battles.at(player).playsAnother(player, 'settled', () => resolve()))
  }
  await battles.pass(HUMAN_MS)
}

/** What live battles do for the players, whether they are in one process or shared by many. */
export function liveBattlesSuite({ name, open }: LiveBattlesAdapter): void {
  describe(name, () => {
    test('[BAT-20, BAT-21] a battle counts down and starts with the same problems for both, and is announced once', async () => {
      const battles = await open()
      const battleId = await started(battles)
      expect(battles.began.map((people) => people.toSorted())).toEqual([['ada', 'bob']])
      expect(battles.count()).toBe(1)
      const [ofAda, ofBob] = PLAYERS.map((player) => battles.received(player, 'battle-start')[0])
      expect(ofBob).toMatchObject({ battleId, problems: ofAda?.problems })
      for (const player of PLAYERS) {
        expect(
          battles.received(player, 'battle-countdown').map((received) => received.countdownSeconds),
        ).toEqual([1])
        expect(battles.at(player).timedSinceMs(player)).toBeLessThan(Infinity)
      }
      expect(battles.at('ada').timedSinceMs('nobody')).toBe(Infinity)
    })

    test('[BAT-26, BAT-32] both are notified of each answer, and when both are done each gets the end once, with every point', async () => {
      const battles = await open()
      const battleId = await started(battles)
      await battles.pass(HUMAN_MS)
      answerRight(battles, 'ada', 0)
      for (const player of PLAYERS)
        await expect.poll(() => lastScores(battles, player)).toEqual({ ada: 5, bob: 0 })
      answerRight(battles, 'bob', 0)
      for (const player of PLAYERS)
        await expect.poll(() => lastScores(battles, player)).toEqual({ ada: 5, bob: 5 })
      finish(battles, 'ada', battleId, 1)
      finish(battles, 'bob', battleId, 1)
      await ended(battles)
      for (const player of PLAYERS) {
        await expect.poll(() => battles.received(player, 'battle-end')).toHaveLength(1)
        const [end] = battles.received(player, 'battle-end')
        expect(end?.results.map(({ score, problemsAnswered }) => [score, problemsAnswered])).toEqual([
          [5, 1],
          [5, 1],
        ])
      }
      expect(PLAYERS.flatMap(battles.refusals)).toEqual([])
    })

    test('[BAT-60] rejects an answer for another battle, and silently ignores one after the end of its own', async () => {
      const battles = await open()
      const battleId = await started(battles)
      const elsewhere = { battleId: 'another-battle', problemIndex: 0, answer: 1, responseTime: HUMAN_MS }
      battles.at('bob').answer('bob', elsewhere)
      await expect.poll(() => battles.refusals('bob')).toEqual(['unknown_battle'])
      for (const player of PLAYERS) finish(battles, player, battleId)
      await ended(battles)
      await settled(battles)
      for (const player of PLAYERS) answerRight(battles, player, 0)
      await settled(battles)
      expect(battles.refusals('ada')).toEqual([])
      expect(battles.refusals('bob')).toEqual(['unknown_battle'])
    })

    test('[BAT-30] a player who leaves is free and gets no more events; the other is notified and plays on to the end', async () => {
      const battles = await open()
      const battleId = await started(battles)
      battles.at('bob').leave('bob')
      await expect
        .poll(() => battles.received('ada', 'battle-score-update').at(-1)?.scores)
        .toContainEqual({ nickname: 'bob', score: 0, you: false, left: true })
      await expect.poll(() => resumes(battles, 'bob')).toBe('otherwise')
      battles.at('bob').ready('bob', battleId)
      await expect.poll(() => battles.refusals('bob')).toEqual(['unknown_battle'])
      await battles.pass(HUMAN_MS)
      answerRight(battles, 'ada', 0)
      finish(battles, 'ada', battleId, 1)
      await ended(battles)
      await expect.poll(() => battles.received('ada', 'battle-end')).toHaveLength(1)
      expect(battles.received('bob', 'battle-end')).toEqual([])
      expect(battles.received('bob', 'battle-score-update')).toEqual([])
    })

    test('[BAT-30] when all have left it ends at once, and nobody is notified', async () => {
      const battles = await open()
      await started(battles)
      for (const player of PLAYERS) battles.at(player).leave(player)
      await ended(battles)
      await settled(battles)
      expect(PLAYERS.flatMap((player) => battles.received(player, 'battle-end'))).toEqual([])
    })

    test('[BAT-31] a disconnected player gets no events, and returns to the same place with `ready`', async () => {
      const battles = await open()
      const battleId = await started(battles)
      await battles.pass(HUMAN_MS)
      answerRight(battles, 'bob', 0)
      await expect.poll(() => lastScores(battles, 'ada')).toEqual({ ada: 0, bob: 5 })
      await expect.poll(() => lastScores(battles, 'bob')).toEqual({ ada: 0, bob: 5 })
      battles.lose('bob')
      await settled(battles)
      answerRight(battles, 'ada', 0)
      await expect.poll(() => lastScores(battles, 'ada')).toEqual({ ada: 5, bob: 5 })
      expect(battles.received('bob', 'battle-score-update')).toHaveLength(1)
      battles.comeBack('bob')
      battles.at('bob').ready('bob', battleId)
      await expect.poll(() => battles.received('bob', 'battle-start')).toHaveLength(2)
      const back = battles.received('bob', 'battle-start').at(-1)
      expect(back).toMatchObject({ battleId, problemIndex: 1 })
      expect(back?.scores?.map(({ score }) => score)).toEqual([5, 5])
      await battles.pass(HUMAN_MS)
      answerRight(battles, 'bob', 1)
      await expect.poll(() => lastScores(battles, 'ada')).toEqual({ ada: 5, bob: 10 })
    })

    test('[BAT-15] a player who reconnects returns to an unfinished battle, and is free without one', async () => {
      const battles = await open()
      const battleId = await started(battles)
      battles.lose('bob')
      battles.comeBack('bob')
      expect(await resumes(battles, 'bob')).toBe('led')
      expect(battles.received('bob', 'battle-start').at(-1)).toMatchObject({ battleId, problemIndex: 0 })
      // What a page says that has been led back counts from where it was led to.
      answerRight(battles, 'bob', 0)
      for (const player of PLAYERS) finish(battles, player, battleId)
      await ended(battles)
      for (const player of PLAYERS) await expect.poll(() => resumes(battles, player)).toBe('otherwise')
    })

    test('[BAT-66] asking for a finished battle returns its end again; others get unknown_battle', async () => {
      const battles = await open()
      const battleId = await started(battles)
      for (const player of PLAYERS) finish(battles, player, battleId)
      await ended(battles)
      for (const player of PLAYERS) {
        await expect.poll(() => battles.received(player, 'battle-end')).toHaveLength(1)
        battles.at(player).ready(player, battleId)
        await expect.poll(() => battles.received(player, 'battle-end')).toHaveLength(2)
        battles.at(player).ready('cyd', battleId)
      }
      await expect.poll(() => battles.refusals('cyd')).toEqual(['unknown_battle', 'unknown_battle'])
      expect(battles.ended).toHaveLength(1)
    })

    test('[BAT-61] a page that knows of an earlier battle learns that the player is in another one', async () => {
      const battles = await open()
      const battleId = await started(battles)
      const plays = (player: string, id: string): Promise<boolean> =>
        new Promise((resolve) => battles.at(player).playsAnother(player, id, resolve))
      for (const player of PLAYERS) {
        expect(await plays(player, 'an-earlier-one')).toBe(true)
        expect(await plays(player, battleId)).toBe(false)
      }
      expect(await plays('nobody', battleId)).toBe(false)
    })

    test('[BAT-24] time in which the connection was silent is not charged to the player', async () => {
      const battles = await open()
      await started(battles)
      await battles.pass(HUMAN_MS)
      for (const player of PLAYERS) {
        const before = battles.at(player).timedSinceMs(player)
        battles.at(player).silent(player, before + 100)
        await expect.poll(() => battles.at(player).timedSinceMs(player)).toBeGreaterThan(before + 100)
      }
    })

    test('[BAT-37] a battle with nobody connected ends by its clock, once, and a returning player finds the result', async () => {
      const durationMs = 10_000
      const battles = await open({ durationMs })
      const battleId = await started(battles)
      await battles.pass(HUMAN_MS)
      answerRight(battles, 'bob', 0)
      await expect.poll(() => lastScores(battles, 'bob')).toEqual({ ada: 0, bob: 5 })
      for (const player of PLAYERS) battles.lose(player)
      await battles.pass(durationMs + BATTLE_GRACE_MS)
      await ended(battles)
      for (const player of PLAYERS) {
        battles.comeBack(player)
        battles.at(player).ready(player, battleId)
        await expect
          .poll(() => battles.received(player, 'battle-end').at(-1)?.winner)
          .toMatchObject({ nickname: 'bob' })
      }
      expect(battles.ended).toHaveLength(1)
    })

    test('[BAT-63] without room nobody is put into a battle, and running ones continue', async () => {
      const battles = await open({ most: 1 })
      await started(battles)
      expect(battles.at('ada').isFull()).toBe(true)
      await battles.begin('cyd', 'dan')
      for (const player of ['cyd', 'dan']) await expect.poll(() => battles.refusals(player)).toEqual(['busy'])
      expect(battles.count()).toBe(1)
      await battles.pass(HUMAN_MS)
      answerRight(battles, 'bob', 0)
      await expect.poll(() => lastScores(battles, 'ada')).toEqual({ ada: 0, bob: 5 })
    })

    test('[BAT-33, BAT-65] a stopped battle ends with the score so far', async () => {
      const battles = await open()
      await started(battles)
      await battles.pass(HUMAN_MS)
      answerRight(battles, 'bob', 0)
      await expect.poll(() => lastScores(battles, 'ada')).toEqual({ ada: 0, bob: 5 })
      battles.stopAll()
      await ended(battles)
      for (const player of PLAYERS) {
        await expect.poll(() => battles.received(player, 'battle-end')).toHaveLength(1)
        expect(battles.received(player, 'battle-end')[0]?.results.map(({ score }) => score)).toEqual([5, 0])
      }
    })
  })
}

/** Whether a new page of the player gets into a battle. */
function resumes(battles: BattlesOfTest, player: Player): Promise<'led' | 'otherwise'> {
  const before = battles.received(player, 'battle-start').length
  return new Promise((resolve, reject) => {
    battles.at(player).resume(player, () => resolve('otherwise'))
    expect
      .poll(() => battles.received(player, 'battle-start').length)
      .toBeGreaterThan(before)
      .then(() => resolve('led'), reject)
  })
}
