import { createHash } from 'node:crypto'
import type { LeagueId } from '../domain/league.ts'
import { US_STATES } from '../domain/location.ts'
import { generateNickname } from '../domain/nickname.ts'
import { nextPracticeDayMs, practiceDayStartMs } from '../domain/practice-day.ts'
import { scoreProblem } from '../domain/scoring.ts'
import { tokenHash } from '../server/guest/token.ts'
import { seededRandom } from '../domain/seeded-random.ts'

type Random = () => number

export type SeededSession = {
  readonly submissionId: string
  readonly score: number
  readonly problemsSolved: number
  readonly correctAnswers: number
  readonly averageTimeMs: number
  readonly playedAtMs: number
}

export type SeededPlayer = {
  readonly tokenHash: string
  readonly publicId: string
  readonly nickname: string
  readonly location: string
  readonly country: string
  /** Empty for a player without a state. */
  readonly state: string
  /** In order of play; at least one. */
  readonly sessions: readonly SeededSession[]
}

/** The time in which sessions were played, in epoch milliseconds; the end is exclusive. */
export type Span = { readonly fromMs: number; readonly toMs: number }

/** Population of each state in hundred thousands (census of 2020, rounded), in the order of US_STATES. */
const POPULATIONS = [
  50, 7, 72, 30, 395, 58, 36, 10, 7, 215, 107, 15, 18, 128, 68, 32, 29, 45, 47, 14, 62, 70, 101, 57, 30, 62,
  11, 20, 31, 14, 93, 21, 202, 104, 8, 118, 40, 42, 130, 11, 51, 9, 69, 291, 33, 6, 86, 77, 18, 59, 6,
] as const
const CITIES = ['Springfield', 'Franklin', 'Clinton', 'Madison', 'Salem', 'Georgetown', 'Fairview'] as const
/** Children without a known location, or outside all states. */
const WITHOUT_STATE = 0.12
const CALLED_PLAYER = 0.1

/** Of ten sessions, how many have which length. */
const LENGTHS = [10, 10, 10, 10, 10, 20, 20, 20, 50, 50] as const
/** Sessions per day of twenty children. */
const SESSIONS = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 4, 5, 8] as const
/** The least pause between two sessions. */
const MIN_APART_MS = 60_000

const SLOWEST_MORE_MS = 3_000
const ID_LENGTH = 16

/** Identifies a set of seeded players: another seed, league or day has other players. */
export type SeedKey = {
  readonly seed: number
  readonly league: LeagueId
  /** A practice day that has begun. */
  readonly day: string
}

/** The token of a seeded player. Anybody can compute it: seeded players are for measuring and trying only. */
export function seededToken({ seed, league, day }: SeedKey, index: number): string {
  return digest(`token ${seed} ${league} ${day} ${index}`)
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, ID_LENGTH)
}

function pick<Item>(items: readonly Item[], random: Random): Item {
  return items[Math.floor(random() * items.length)] as Item
}

const POPULATION = POPULATIONS.reduce((sum, people) => sum + people, 0)

function pickState(random: Random): string {
  let left = random() * POPULATION
  return US_STATES.find((_state, place) => (left -= POPULATIONS[place] ?? 0) < 0)?.name ?? ''
}

/** The chance that a child is right at the first try: a third nearly always, half mostly, the others are still learning. */
function skillOf(random: Random): number {
  const kind = random()
  if (kind < 0.33) return 0.99 + random() * 0.01
  return kind < 0.83 ? 0.85 + random() * 0.13 : 0.5 + random() * 0.35
}

/** Lessons in the morning and homework in the afternoon, as a fraction of the span. */
function partOfDay(random: Random): number {
  const peak = random() < 0.6 ? 0.32 : 0.6
  // The sum of three uniform numbers is close enough to a bell curve.
  const bell = (random() + random() + random()) / 3 - 0.5
  return Math.min(0.999, Math.max(0, peak + bell * 0.5))
}

function playProblems(count: number, skill: number, random: Random): { score: number; correct: number } {
  let score = 0
  let correct = 0
  for (let problem = 0; problem < count; problem += 1) {
    // A child who missed once has seen the picture and is a little likelier to be right.
    const attempts = [1, 2, 3].find(() => random() < skill) ?? 4
    const right = attempts <= 3
    score += scoreProblem({ correct: right, attempts }).finalScore
    correct += right ? 1 : 0
  }
  return { score, correct }
}

function playSessions(id: string, span: Span, random: Random): SeededSession[] {
  const skill = skillOf(random)
  const usualMs = Math.round(1_200 + random() * SLOWEST_MORE_MS)
  const count = pick(SESSIONS, random)
  const length = span.toMs - span.fromMs
  let atMs = span.fromMs + Math.floor(partOfDay(random) * length)
  return Array.from({ length: count }, (_, place) => {
    const problemsSolved = pick(LENGTHS, random)
    const { score, correct } = playProblems(problemsSolved, skill, random)
    const playedAtMs = atMs
    const later = atMs + MIN_APART_MS + Math.floor((random() * length) / 20)
    atMs = Math.min(later, span.toMs - 1)
    const averageTimeMs = Math.round(usualMs * (0.8 + random() * 0.4))
    return {
      submissionId: `${id}-${place}`,
      score,
      problemsSolved,
      correctAnswers: correct,
      averageTimeMs,
      playedAtMs,
    }
  })
}

/** The part of a practice day up to `nowMs`. Throws if the day has not begun. */
export function playableSpan(day: string, nowMs: number): Span {
  const fromMs = practiceDayStartMs(day)
  const toMs = Math.min(nowMs, nextPracticeDayMs(fromMs))
  if (Number.isNaN(fromMs) || toMs <= fromMs) throw new Error(`${day} is no practice day that has begun`)
  return { fromMs, toMs }
}

/** A day's players, the same ones for the same key and span. */
export function seededPlayers(key: SeedKey, span: Span): (index: number) => SeededPlayer {
  const random = seededRandom(Number.parseInt(seededToken(key, -1).slice(0, 8), 16))
  return (index) => {
    const token = seededToken(key, index)
    const publicId = digest(`public ${token}`)
    const state = random() < WITHOUT_STATE ? '' : pickState(random)
    return {
      tokenHash: tokenHash(token),
      publicId,
      nickname: random() < CALLED_PLAYER ? 'Player' : generateNickname(random),
      location: state === '' ? '' : pick(CITIES, random),
      country: state === '' ? '' : 'US',
      state,
      sessions: playSessions(publicId, span, random),
    }
  }
}
