import { expect, onTestFinished, test } from 'vitest'
import { startBuilt } from '../../factories/built-server.ts'
import { newToken, scoreBody } from '../../factories/guest-calls.ts'
import { ask, describePostgres, freshDatabase } from '../../factories/postgres.ts'
import { describeRedis, freshRedis } from '../../factories/redis.ts'
import { roamingPage, type RoamingPage } from '../../factories/roaming-page.ts'
import { smallBalancer } from '../../factories/small-balancer.ts'
import { allEndWhole } from '../../factories/whole-battles.ts'

const GUESTS = 6
const READERS = 3
/** Less than a keyboard allows, however long it goes on. */
const PAUSE_MS = 250

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PAUSE_MS))

type Load = {
  /** Ends it; every score that was begun is acknowledged then. */
  stop(): Promise<void>
  /** Scores that were answered with 200. */
  acknowledged(): number
  /** Answers that said neither that it is done nor that it is to be sent again. */
  readonly broken: readonly string[]
}

/** Guests who score and visitors who look at boards, without a pause; each retries what the server asks to retry. */
function load(url: string): Load {
  const broken: string[] = []
  let acknowledged = 0
  const over = new AbortController()
  const judge = async (answer: Response): Promise<boolean> => {
    const text = await answer.text()
    if (answer.status === 200) return true
    const isToComeAgain = answer.status === 503 && answer.headers.get('retry-after') !== null
    if (!isToComeAgain) broken.push(`${answer.status} ${text}`)
    return false
  }
  const score = async (body: string): Promise<void> => {
    const headers = { 'content-type': 'application/json' }
    const call = () => fetch(`${url}/api/guest/score`, { method: 'POST', headers, body })
    while (!(await judge(await call()))) await pause()
    acknowledged += 1
  }
  const guest = async (): Promise<void> => {
    const sessionToken = newToken()
    while (!over.signal.aborted) {
      const one = { sessionToken, score: 5, problemsSolved: 1, correctAnswers: 1 }
      await score(JSON.stringify(scoreBody(one)))
      await pause()
    }
  }
  const reader = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await judge(await fetch(`${url}/api/guest/leaderboard?league=addition_facts`))
      await pause()
    }
  }
  const visit = (visitor: () => Promise<void>): Promise<void> =>
    visitor().catch((error: unknown) => void broken.push(String(error)))
  const all = [
    ...Array.from({ length: GUESTS }, () => visit(guest)),
    ...Array.from({ length: READERS }, () => visit(reader)),
  ]
  onTestFinished(() => over.abort())
  return {
    stop: async () => {
      over.abort()
      await Promise.all(all)
    },
    acknowledged: () => acknowledged,
    broken,
  }
}

async function pages(url: string, count: number): Promise<RoamingPage[]> {
  const made = await Promise.all(Array.from({ length: count }, () => roamingPage([url])))
  for (const page of made) page.join()
  return made
}

describePostgres('servers behind a balancer', () => {
  describeRedis('that share an arena', () => {
    test('[ARE-3, ARE-22] are restarted one after the other under load: no battle, no point and no score is lost, and nobody sees a failure', async () => {
      const redis = await freshRedis()
      const database = await freshDatabase()
      const settings = {
        DATABASE_URL: database,
        REDIS_URL: redis.url,
        AUTH_SECRET: newToken().repeat(2),
        BATTLE_SECONDS: '20',
        BATTLE_COUNTDOWN_SECONDS: '1',
        LOG_LEVEL: 'warn',
      }
      const servers = await Promise.all([startBuilt(settings), startBuilt(settings)])
      const url = await smallBalancer(servers.map(({ origin }) => origin))
      const visitors = load(url)
      const players: RoamingPage[] = []
      const fighting = new Set<RoamingPage>()
      const come = async (count: number): Promise<void> => {
        for (const page of await pages(url, count)) {
          players.push(page)
          void page.started.then(() => fighting.add(page))
        }
      }
      const waiting = (): number => players.length - fighting.size
      /** Who came a moment later than the others may be alone, until somebody else comes. */
      const allFight = async (): Promise<void> => {
        await expect.poll(waiting).toBeLessThan(2)
        if (waiting() > 0) await come(1)
        await expect.poll(waiting).toBe(0)
      }
      await come(6)
      await allFight()
      await Promise.all(players.map((page) => page.reached(15)))
      const pointsBefore = players.map((page) => page.acknowledged())
      for (const server of servers) {
        // Some are waiting or in a countdown when the server gets the signal to stop.
        const coming = come(3)
        expect(await server.end('SIGTERM')).toBe(0)
        await server.start()
        await coming
      }
      await allFight()
      // On a busy machine the first battles are over when the last server is back.
      await allEndWhole(
        players,
        database,
        players.map((_, place) => pointsBefore[place] ?? 0),
      )
      await visitors.stop()
      expect(visitors.broken).toEqual([])
      expect(visitors.acknowledged()).toBeGreaterThan(100)
      const sums = 'select sum(sessions)::int as sessions, sum(score)::int as points from daily_score'
      const sessions = visitors.acknowledged()
      expect(await ask(database, sums)).toEqual([{ sessions, points: 5 * sessions }])
    }, 180_000)
  })
})
