import { Redis } from 'ioredis'
import type { EndView } from '../../../domain/battle-view.ts'
import { practiceDay } from '../../../domain/practice-day.ts'
import { tokenHash } from '../../../server/guest/token.ts'
import { ask } from '../../factories/postgres.ts'
import type { Installation } from './installation.ts'
import type { Ledger, Seen } from './ledger.ts'

type StoredSession = { token_hash: string; submission_id: string; score: string; problems_solved: string }
type StoredPlayer = { battle_id: string; token_hash: string | null; score: string; player_rank: string }

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}

function grouped<Item>(items: readonly Item[], nameOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const group = groups.get(nameOf(item))
    if (group) group.push(item)
    else groups.set(nameOf(item), [item])
  }
  return groups
}

/** Every acknowledged session is stored once as it was sent, and nothing else is. */
export async function sessionFaults({ sessions }: Ledger, database: string): Promise<string[]> {
  const rows = await ask<StoredSession>(
    database,
    'select token_hash, submission_id, score, problems_solved from practice_result join guest on guest.id = guest_id',
  )
  const stored = grouped(rows, (row) => row.submission_id)
  const faults = sessions.flatMap(
    ({ token, submissionId, score, problemsSolved, counted, acknowledgedAtMs }) => {
      const found = stored.get(submissionId) ?? []
      stored.delete(submissionId)
      if (acknowledgedAtMs === null) return [`${submissionId} was never acknowledged`]
      if (found.length !== 1) return [`${submissionId} is stored ${found.length} times`]
      if (counted > 1) return [`${submissionId} was counted ${counted} times by its answers`]
      const [row] = found
      const isSame =
        row?.token_hash === tokenHash(token) &&
        Number(row.score) === score &&
        Number(row.problems_solved) === problemsSolved
      return isSame ? [] : [`${submissionId} is stored as something else: ${JSON.stringify(row)}`]
    },
  )
  return [...faults, ...[...stored.keys()].map((id) => `${id} is stored, and nobody has sent it`)]
}

type Stats = { totalDailyPoints: number; sessionsToday: number }

/** The server reports each player's day as the player played it. Not compared if the day changed during the run. */
export async function statsFaults({ sessions }: Ledger, origin: string): Promise<string[]> {
  const faults: string[] = []
  const times = sessions.map(({ madeAtMs }) => performance.timeOrigin + madeAtMs)
  if (times.some((madeAtMs) => practiceDay(madeAtMs) !== practiceDay(Date.now()))) return []
  for (const [token, own] of grouped(sessions, (session) => session.token)) {
    const answer = await fetch(`${origin}/api/guest/daily-stats/${token}`)
    const { totalDailyPoints, sessionsToday } = (await answer.json()) as Stats
    const points = sum(own.map(({ score }) => score))
    if (totalDailyPoints !== points || sessionsToday !== own.length) {
      faults.push(
        `${token} did ${own.length} sessions with ${points} points, and is credited with ${sessionsToday} and ${totalDailyPoints}`,
      )
    }
  }
  return faults
}

/** A result as everybody in the battle is to see it. */
function asAllSeeIt({ results }: EndView): string {
  return JSON.stringify(results.map(({ you: _you, ...result }) => result))
}

function hasAnswers({ results }: EndView): boolean {
  return results.some(({ score, problemsAnswered, isBot }) => !isBot && score + problemsAnswered > 0)
}

function ownResult({ results }: EndView): { score: number; rank: number } | undefined {
  return results.find(({ you }) => you)
}

function seenFaults({ token, battleId, ends, stored, acknowledged }: Seen): string[] {
  const name = `${token} in ${battleId}`
  const end = ends[0]
  const own = end ? ownResult(end) : stored
  if (!own) return [`${name}: no result`]
  const faults: string[] = []
  if (own.score < acknowledged) faults.push(`${name}: ${own.score} points at the end, ${acknowledged} before`)
  if (new Set(ends.map(asAllSeeIt)).size > 1)
    faults.push(`${name}: different results: ${ends.map(asAllSeeIt).join(' / ')}`)
  if (end && stored && ownResult(end)?.score !== stored.score) faults.push(`${name}: sent and stored differ`)
  return faults
}

/** Every battle that somebody has played ends once, the same for everybody in it, and is stored like that. */
export async function battleFaults(ledger: Ledger, database: string): Promise<string[]> {
  const rows = await ask<StoredPlayer>(
    database,
    'select battle_id, token_hash, score, player_rank from battle_player left join guest on guest.id = guest_id',
  )
  const stored = grouped(rows, (row) => row.battle_id)
  const faults: string[] = []
  for (const [battleId, people] of ledger.battles()) {
    const all = [...people.values()]
    faults.push(...all.flatMap(seenFaults))
    const shown = new Set(all.flatMap(({ ends }) => ends.map(asAllSeeIt)))
    if (shown.size > 1) faults.push(`${battleId}: not the same for everybody: ${[...shown].join(' / ')}`)
    const kept = stored.get(battleId) ?? []
    if (kept.length === 0) {
      // Of one in which the referee was given no answer nothing is kept (BAT-70).
      const hasPlayed = all.some((seen) => seen.acknowledged > 0 || seen.ends.some(hasAnswers))
      if (hasPlayed) faults.push(`${battleId}: is not stored: ${[...shown].join(' / ')}`)
      continue
    }
    for (const { token, ends, stored: lookedUp } of all) {
      const own = ends[0] ? ownResult(ends[0]) : lookedUp
      const row = kept.filter((one) => one.token_hash === tokenHash(token))
      if (row.length !== 1) faults.push(`${battleId}: ${token} is in it ${row.length} times`)
      else if (own && (Number(row[0]?.score) !== own.score || Number(row[0]?.player_rank) !== own.rank)) {
        faults.push(`${battleId}: ${token} saw ${JSON.stringify(own)}, stored is ${JSON.stringify(row[0])}`)
      }
    }
  }
  return faults
}

const LEVELS = ['battle_live', 'battle_queue_length', 'battle_unsaved', 'battle_connections'] as const
const KEYS = ['seats', 'owners'] as const

/** What is left on the server after everybody has disconnected. */
export async function leftovers({ servers, redis }: Installation): Promise<string[]> {
  const found: string[] = []
  for (const [place, { origin }] of servers.entries()) {
    const text = await fetch(`${origin}/metrics`).then((answer) => answer.text())
    for (const level of LEVELS) {
      const value = Number(new RegExp(`^${level} (\\S+)$`, 'm').exec(text)?.[1])
      if (value !== 0) found.push(`server ${place + 1}: ${level} is ${value}`)
    }
  }
  const client = new Redis(redis.url)
  try {
    for (const key of KEYS) {
      const left = await client.hgetall(`tenfold:arena:${key}`)
      if (Object.keys(left).length > 0) found.push(`${key}: ${JSON.stringify(left).slice(0, 300)}`)
    }
    for (const pattern of ['tenfold:arena:*:*', 'tenfold:limit:*']) {
      for (const key of await client.keys(pattern)) {
        // Counts of calls and results end by themselves.
        const isEnding = /^tenfold:(limit|arena:end):/.test(key) && (await client.pttl(key)) > 0
        if (!isEnding) found.push(`${key} is left`)
      }
    }
  } finally {
    client.disconnect()
  }
  return found
}
