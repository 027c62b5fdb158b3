import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '../../../domain/fact-selection.ts'
import { LEAGUE_IDS } from '../../../domain/league.ts'
import { newSubmissionId, newToken } from '../../factories/guest-calls.ts'
import type { Ledger, Session } from './ledger.ts'

const STATES = ['CA', 'TX', 'NY', 'WA', 'OH'] as const
/** A child waits for no answer for longer, and the outbox tries again. */
const ANSWER_WITHIN_MS = 5_000
const MAX_PAUSE_MS = 2_000

/** A guest who practices session after session, and sends each result until it is acknowledged. */
export type Scorer = {
  readonly token: string
  /** Plays no more; resolves when everything is acknowledged. */
  finish(): Promise<void>
  /** How many of its sessions are not acknowledged. */
  unacknowledged(): number
}

type Body = { readonly counted: boolean }

/** How long to wait before the same is sent again; null when it is acknowledged. Throws on what no server may answer. */
async function send(origin: string, session: Session, body: object): Promise<number | null> {
  session.tries += 1
  const answer = await fetch(`${origin}/api/guest/score`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  }).catch(() => null)
  if (answer === null) return 100
  const text = await answer.text().catch(() => null)
  if (text === null) return 100
  if (answer.status === 200) {
    session.acknowledgedAtMs = performance.now()
    if ((JSON.parse(text) as Body).counted) session.counted += 1
    return null
  }
  if (answer.status === 503 || answer.status === 408) return 300
  if (answer.status === 429) return 1_000 * Number(answer.headers.get('retry-after') ?? 1)
  throw new Error(`a score was answered with ${answer.status}: ${text}`)
}

export function startScorer(origin: string, ledger: Ledger, random: Random): Scorer {
  const token = newToken()
  const state = STATES[Math.floor(random() * STATES.length)] ?? 'CA'
  const waiting: Session[] = []
  const visit = { isOver: false }

  const practice = (): Session => {
    const problemsSolved = 1 + Math.floor(3 * random())
    const correctAnswers = Math.floor((problemsSolved + 1) * random())
    return {
      token,
      submissionId: newSubmissionId(),
      league: LEAGUE_IDS[Math.floor(random() * LEAGUE_IDS.length)] ?? LEAGUE_IDS[0],
      score: 5 * correctAnswers,
      problemsSolved,
      correctAnswers,
      madeAtMs: performance.now(),
      acknowledgedAtMs: null,
      tries: 0,
      counted: 0,
    }
  }
  const deliver = async (session: Session): Promise<void> => {
    const { submissionId, league, score, problemsSolved, correctAnswers } = session
    for (let tries = 1; ; tries += 1) {
      const secondsAgo = Math.round((performance.now() - session.madeAtMs) / 1000)
      const sums = { score, problemsSolved, correctAnswers, averageTime: 1800, speedBonus: 0, secondsAgo }
      const who = { sessionToken: token, nickname: 'SwiftFox42', location: '', country: 'US', state }
      const againMs = await send(origin, session, { ...who, submissionId, league, ...sums })
      if (againMs === null) return
      await delay(Math.min(MAX_PAUSE_MS, againMs * tries) * (0.5 + random() / 2))
    }
  }
  const live = async (): Promise<void> => {
    while (!visit.isOver || waiting.length > 0) {
      const next = waiting.shift()
      if (next) {
        try {
          await deliver(next)
        } catch (error) {
          ledger.fault(String(error))
        }
        continue
      }
      await delay(1_000 + 3_000 * random())
      if (visit.isOver) continue
      // Several where the child was quick; the later ones wait in the outbox.
      for (let count = 1 + Math.floor(2 * random()); count > 0; count -= 1) {
        const session = practice()
        ledger.sessions.push(session)
        waiting.push(session)
      }
    }
  }
  const lived = live()
  return {
    token,
    finish: () => {
      visit.isOver = true
      return lived
    },
    unacknowledged: () =>
      ledger.sessions.filter((one) => one.token === token && one.acknowledgedAtMs === null).length,
  }
}
