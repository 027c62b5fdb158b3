import { expect } from 'vitest'
import { allFacts } from '../../domain/fact.ts'
import type { Answer } from '../factories/app.ts'
import type { Browser } from '../factories/browser-user.ts'
import { scoreBody } from '../factories/guest-calls.ts'
import { attemptBody, beginBody } from '../factories/student-calls.ts'
import { ALL_FACTS, begin, DAY, finish, log, LOGS, NOTHING, owned } from './log-calls.ts'
import { playerTokenOf, type ClassOfTwo } from './students.ts'

/** Two right answers of 400 to 590 ms, so that the session takes less than a second. */
function logShort(student: Browser, id: string, first: number, changes: object): Promise<Answer> {
  const attempts = [0, 1].map((place) => {
    const responseTime = 400 + ((first * 2 + place) % 8) * 13
    return attemptBody(id, place, { responseTime, entryTime: 350, ...changes })
  })
  return student.post(LOGS, { attempts })
}

/** The fact of a problem, whichever attempt at it. */
const problemOf = (problem: number) => ({ factId: allFacts('addition')[problem]?.id })

type Cheat = (world: ClassOfTwo) => Promise<unknown>

/** Each cheats as Ana, who afterward has the given result. The last number is the age of her account, an hour by default. */
export const LOG_CHEATS: readonly (readonly [string, object, Cheat, number?])[] = [
  [
    'too fast: a script answers within 40 ms',
    NOTHING,
    async ({ anas }) => {
      const id = await begin(anas, { secondsAgo: 60 })
      await log(anas, id, 50, { responseTime: 40 })
      await finish(anas, id)
    },
  ],
  [
    'too fast: fifty answers in no time, each of which claims a second and a half',
    // Three fit into the five seconds by which ages may be wrong.
    { ...NOTHING, board: 15, points: 15, attempts: 3, days: 1 },
    async ({ anas }) => {
      const id = await begin(anas)
      await log(anas, id, 50)
      await finish(anas, id)
    },
  ],
  [
    'early: every fact four times on three days, all before the account was made',
    NOTHING,
    async ({ app, anas }) => {
      for (const ago of [3, 2, 1]) {
        for (let first = 0; first < ALL_FACTS.length; first += 50) {
          const secondsAgo = ago * DAY
          const id = await begin(anas, { sessionType: 'all', secondsAgo })
          const attempts = ALL_FACTS.slice(first, first + 50).map(({ id: factId }, place) =>
            attemptBody(id, place, { factId, secondsAgo: secondsAgo - 100 }),
          )
          const sent = await anas.post(LOGS, { attempts })
          if (sent.status === 429) app.clock.nowMs += Number(sent.headers.get('retry-after')) * 1000
        }
      }
    },
  ],
  [
    'parallel: ten sessions at the same time, each with a minute of answers',
    // The session that was reported last has the minute, except for what the first one's answers used of it.
    { ...NOTHING, board: 160, points: 160, attempts: 32, days: 1 },
    async ({ app, anas }) => {
      const ids: string[] = []
      for (let count = 0; count < 10; count += 1) {
        const id = await begin(anas, { secondsAgo: 60 })
        ids.push(id)
        const sent = await log(anas, id, 32, { responseTime: 2000 })
        if (sent.status === 429) app.clock.nowMs += Number(sent.headers.get('retry-after')) * 1000
      }
      for (const id of ids) await finish(anas, id)
    },
  ],
  [
    'replayed: the same answers, fifty times over',
    { ...NOTHING, board: 50, points: 50, attempts: 10, days: 1 },
    async ({ anas }) => {
      const id = await begin(anas, { secondsAgo: 60 })
      for (let repeat = 0; repeat < 50; repeat += 1) await log(anas, id, 10)
      await finish(anas, id)
      for (let repeat = 0; repeat < 5; repeat += 1) await log(anas, id, 10)
      await finish(anas, id)
    },
  ],
  [
    'late: answers to a session that is over, which claim to be of now',
    { ...NOTHING, board: 25, points: 25, attempts: 5, days: 1 },
    async ({ anas }) => {
      const id = await begin(anas, { secondsAgo: 3000 })
      // It was over five seconds after it began.
      await anas.call('PATCH', `/api/practice/sessions/${id}`, { secondsAgo: 2995 })
      await log(anas, id, 50, { responseTime: 2000 })
    },
  ],
  [
    'forged: points that the page has reckoned itself',
    { ...NOTHING, attempts: 1, days: 1 },
    async ({ anas }) => {
      const id = await begin(anas, { secondsAgo: 60 })
      const forged = { isCorrect: true, baseScore: 500, finalScore: 500, studentAnswer: 999 }
      await log(anas, id, 1, forged)
      await anas.call('PATCH', `/api/practice/sessions/${id}`, { totalScore: 5000, correctAnswers: 50 })
    },
  ],
  [
    'forged: a finished session as if a guest had played it, before the first practice and after it',
    { ...NOTHING, board: 5, points: 5, attempts: 1, days: 1 },
    async ({ app, anas }) => {
      const score = scoreBody({ sessionToken: await playerTokenOf(anas), secondsAgo: 60 })
      expect((await app.post('/api/guest/score', score)).status).toBe(403)
      expect(await owned(anas)).toEqual(NOTHING)
      const id = await begin(anas, { secondsAgo: 60 })
      await log(anas, id, 1)
      await finish(anas, id)
      expect((await app.post('/api/guest/score', scoreBody({ ...score }))).status).toBe(403)
    },
  ],
  [
    'other people’s: answers for another child’s session, and a session in its name',
    NOTHING,
    async ({ anas, bens, ben }) => {
      const id = await begin(bens, { secondsAgo: 60 })
      expect((await log(anas, id, 10)).status).toBe(404)
      expect((await finish(anas, id)).status).toBe(404)
      const inName = beginBody({ studentId: ben.id })
      expect((await anas.post('/api/practice/sessions', inName)).status).toBe(403)
      expect(await owned(bens)).toEqual(NOTHING)
    },
  ],
  [
    'early: 32 sessions of less than a second, all before the account was made 4 s ago',
    NOTHING,
    async ({ anas }) => {
      for (const ago of [4, 3, 2, 1]) {
        for (let session = 0; session < 8; session += 1) {
          const secondsAgo = ago * DAY - session * 60
          const id = await begin(anas, { secondsAgo, totalProblems: 2 })
          await logShort(anas, id, session, { secondsAgo })
          await finish(anas, id)
        }
      }
    },
    4000,
  ],
  [
    'parallel: 45 sessions of less than a second at the same moment',
    // The five seconds of tolerance, once: ten answers of 490 ms.
    { ...NOTHING, board: 50, points: 50, attempts: 10, days: 1 },
    async ({ anas }) => {
      const ids: string[] = []
      for (let session = 0; session < 45; session += 1) {
        const id = await begin(anas, { totalProblems: 2 })
        ids.push(id)
        await logShort(anas, id, 0, { responseTime: 490 })
      }
      for (const id of ids) await finish(anas, id)
    },
  ],
  [
    'parallel: one session of less than a second after another, each said to have begun when the last one ended',
    // The account is 4 s old: eight answers of 490 ms.
    { ...NOTHING, points: 40, attempts: 8, days: 1 },
    async ({ anas }) => {
      for (let session = 0; session < 45; session += 1) {
        const id = await begin(anas, { totalProblems: 2, secondsAgo: session % 5 })
        await logShort(anas, id, 0, { responseTime: 490 })
      }
    },
    4000,
  ],
  [
    'too fast: misses that claim a minute are set aside, and the next try claims to have taken no longer',
    // Ten second tries of half a second in the five seconds of tolerance.
    { ...NOTHING, board: 30, points: 30, attempts: 10, days: 1 },
    async ({ anas }) => {
      const id = await begin(anas)
      const attempts = Array.from({ length: 50 }, (_, problem) => [
        attemptBody(id, 2 * problem, { ...problemOf(problem), studentAnswer: 0, responseTime: 60_000 }),
        attemptBody(id, 2 * problem + 1, { ...problemOf(problem), responseTime: 500 }),
      ]).flat()
      await anas.post(LOGS, { attempts: attempts.slice(0, 50) })
      await anas.post(LOGS, { attempts: attempts.slice(50) })
      await finish(anas, id)
    },
  ],
]
