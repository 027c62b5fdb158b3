import { describe, expect, test } from 'vitest'
import { rankMessages } from '../../web/features/guest/rank-messages.en.ts'
import { rankProgressMessages } from '../../web/ui/rank-progress.messages.en.ts'
import { rankProgress } from '../../web/ui/rank-progress.ts'
import { LAST_SCORE_KEY } from '../../web/features/guest/identity.ts'
import { startDevice, type OpenPage } from './device.ts'

const RESULT = { problemsSolved: 10, correctAnswers: 10, averageTime: 900, speedBonus: 0 }

const scoredOf = ({ deviceGuest }: OpenPage) => deviceGuest.state.getState().scored

/** Somebody else's score in the league. */
const other = (sessionToken: string, score: number) => ({
  ...RESULT,
  sessionToken,
  score,
  league: 'addition_facts',
})

const ANSWER = {
  counted: true,
  practiceDay: '2026-03-18',
  dailyScore: 50,
  dailyProblemsSolved: 10,
  ranked: 1200,
}
const say = (rank: number, rankBefore: number | null, counted = true) =>
  rankMessages.rank('Addition Facts', { ...ANSWER, counted, rank, rankBefore })

describe("the server's response to a score", () => {
  test('[LB-98] is known by the session’s id once delivered, with the previous rank', async () => {
    const device = await startDevice()
    await device.app.post('/api/guest/score', other('AAAABBBBCCCCDDDD', 40))
    const page = device.open()
    page.deviceGuest.start()
    page.deviceGuest.recordScore({ ...RESULT, id: 'practice-a1', score: 30, league: 'addition_facts' })
    expect(scoredOf(page)).toBeNull()
    await page.outbox.flush()
    expect(scoredOf(page)).toMatchObject({ id: 'practice-a1', rank: 2, rankBefore: null, ranked: 2 })
    page.deviceGuest.recordScore({ ...RESULT, id: 'practice-a2', score: 30, league: 'addition_facts' })
    await page.outbox.flush()
    expect(scoredOf(page)).toMatchObject({ id: 'practice-a2', rank: 1, rankBefore: 2, ranked: 2 })
  })

  test("[LOC-9] covers a score that an earlier version stored with another network's city", async () => {
    const device = await startDevice()
    const page = device.open({ locate: async () => null })
    const { sessionToken, nickname } = page.deviceGuest.start()
    const place = { location: 'Fresno', country: 'US', state: 'California' }
    const body = { ...RESULT, score: 30, league: 'addition_facts', nickname, ...place } as const
    page.outbox.add(sessionToken, { kind: 'score', body }, 'practice-c1')
    await page.outbox.flush()
    expect(scoredOf(page)).toMatchObject({ id: 'practice-c1', rank: 1 })
    const board = await device.app.get('/api/guest/leaderboard?league=addition_facts')
    expect(board.json).toMatchObject([{ nickname, location: '', state: 'California' }])
  })

  test('[LB-99] arrives when the server is back, and survives a reload', async () => {
    const device = await startDevice()
    device.network.nextFault = () => 'drop_before'
    const page = device.open()
    page.deviceGuest.start()
    page.deviceGuest.recordScore({ ...RESULT, id: 'practice-b1', score: 30, league: 'addition_facts' })
    await page.outbox.flush()
    expect(scoredOf(page)).toBeNull()
    device.network.nextFault = () => null
    page.outbox.wake()
    await page.outbox.flush()
    expect(scoredOf(page)).toMatchObject({ id: 'practice-b1', rank: 1 })
    expect(scoredOf(device.open())).toEqual(scoredOf(page))
    device.storage.setItem(LAST_SCORE_KEY, '{"id":"practice-b1","rank":"first"}')
    expect(scoredOf(device.open())).toBeNull()
  })

  test('[LB-100] reaches the tab that shows the results, whichever tab delivers the score', async () => {
    const device = await startDevice()
    const shows = device.open()
    shows.deviceGuest.start()
    await shows.outbox.flush()
    shows.outbox.stop()
    shows.deviceGuest.recordScore({ ...RESULT, id: 'practice-c1', score: 30, league: 'addition_facts' })
    const delivers = device.open()
    await delivers.outbox.flush()
    shows.deviceGuest.reload()
    expect(scoredOf(shows)).toMatchObject({ id: 'practice-c1', rank: 1 })
  })
})

describe('a low rank', () => {
  test('[LB-102] is shown as progress, a high one is not', () => {
    expect(rankProgress({ rank: 226, rankBefore: 327, pointsToNext: 12 })).toBe(
      'Up 101 places · 12 more points and you move up',
    )
    expect(rankProgress({ rank: 226, rankBefore: 227, pointsToNext: 1 })).toBe(
      'Up 1 place · 1 more point and you move up',
    )
    expect(rankProgress({ rank: 1226, rankBefore: 3, pointsToNext: 1200 })).toBe(
      '1,200 more points and you move up',
    )
    expect(rankProgress({ rank: 226, rankBefore: null, pointsToNext: null })).toBe('')
    expect(rankProgress({ rank: 50, rankBefore: 327, pointsToNext: 12 })).toBe('')
    expect(rankProgress({ rank: 2, isLast: true, pointsToNext: 12 })).toBe(rankProgressMessages.toNext(12))
  })
})

describe('the sentence', () => {
  test('[LB-98] names the new rank and the previous one, unless others overtook', () => {
    expect(say(3, 7)).toBe('You are #3 of 1,200 in Addition Facts. Up from #7!')
    expect(say(3, null)).toBe('You are #3 of 1,200 in Addition Facts.')
    expect(say(3, 3)).toBe('You are #3 of 1,200 in Addition Facts. You kept your place.')
    expect(say(1004, 3)).toBe('You are #1,004 of 1,200 in Addition Facts.')
  })

  test('[LB-98] never names the last place', () => {
    const last = { ...ANSWER, rank: 3, ranked: 3, rankBefore: null, pointsToNext: null }
    expect(rankMessages.rank('Addition Facts', last)).toBe('You share the top score in Addition Facts today!')
    expect(rankMessages.rank('Addition Facts', { ...last, rank: 1, ranked: 1 })).toBe(
      'You are the first player in Addition Facts today!',
    )
  })

  test('[LB-98] omits the previous rank if the response with it was lost', () => {
    expect(say(3, 3, false)).toBe('You are #3 of 1,200 in Addition Facts.')
  })
})
