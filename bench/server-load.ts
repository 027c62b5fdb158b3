import autocannon from 'autocannon'
import type { Fired } from './server-figures.ts'

export type Call = 'score' | 'session'

export type Order = {
  readonly call: Call
  readonly port: number
  readonly round: number
  readonly seconds: number
  readonly connections: number
}

/** As many children as a large district has online at once; each may send a score every few seconds. */
const PLAYERS = 20_000

function token(player: number): string {
  return `bench${String(player).padStart(11, '0')}`
}

const score = (player: number, serial: string) => ({
  sessionToken: token(player),
  submissionId: `bench-${serial}`,
  league: 'addition_facts',
  score: 9,
  problemsSolved: 2,
  correctAnswers: 2,
  averageTime: 1800,
  speedBonus: 0,
  nickname: 'SwiftFox42',
  location: '',
  country: 'US',
  state: 'California',
})

const session = (player: number) => ({
  sessionToken: token(player),
  nickname: 'SwiftFox42',
  location: '',
  country: 'US',
  state: 'California',
})

/** Sends one kind of call as fast as answers arrive, each for the next player in turn. */
export async function fire({ call, port, round, seconds, connections }: Order): Promise<Fired> {
  let sent = 0
  const result = await autocannon({
    url: `http://127.0.0.1:${port}/api/guest/${call}`,
    connections,
    duration: seconds,
    requests: [
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        setupRequest: (request) => {
          sent += 1
          const player = sent % PLAYERS
          const body = call === 'score' ? score(player, `${round}-${sent}`) : session(player)
          return { ...request, body: JSON.stringify(body) }
        },
      },
    ],
  })
  return {
    perSecond: result.requests.average,
    p99Ms: result.latency.p99,
    failed: result.non2xx + result.errors + result.timeouts,
  }
}
