import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { goodWeeks } from '../../../domain/achievements/by-day.ts'
import { ACHIEVEMENTS, type Earned } from '../../../domain/achievements/catalog.ts'
import {
  addStep,
  comesAfter,
  END_PLACE,
  evaluationOf,
  type NewDay,
} from '../../../domain/achievements/evaluate.ts'
import {
  allEarned,
  foldAchievements,
  NOTHING_YET,
  type AchievingStart,
} from '../../../domain/achievements/fold.ts'
import { FAMILIES, MASTERY_SETS, PAIRS } from '../../../domain/achievements/sets.ts'
import { calendarDay, MONDAY_TO_FRIDAY, type Calendar } from '../../../domain/calendar.ts'
import { stageOf } from '../../../domain/garden.ts'
import { foldLog } from '../../../domain/learning/fold.ts'
import { FACTS, memoryOf } from '../../../domain/learning/memory.ts'
import { afterProblem } from '../../../domain/learning/update.ts'
import { daysBefore } from '../../../domain/practice-day.ts'
import { streakOf } from '../../../domain/streak.ts'
import { oracleDays, oracleEarned, oracleRun, ORACLE_SETS } from '../../factories/achievement-oracle.ts'
import { AUTUMN_MS, childLog, SPRING_MS, type ChildLog } from '../../factories/achieving-child.ts'
import { learned } from '../../factories/learned-problems.ts'
import { oracleGarden } from '../../factories/garden-oracle.ts'

const calendarIn = (zone: string): Calendar => ({
  zone,
  past: [],
  schoolDays: MONDAY_TO_FRIDAY,
  free: [],
  firstDay: '2026-01-01',
})

const zones = fc.constantFrom('America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'Australia/Sydney')
const starts = fc.constantFrom(SPRING_MS, AUTUMN_MS)
const seeds = fc.integer({ min: 1, max: 1_000_000 })

const keyOf = ({ id, level }: Earned): string => `${id} ${level}`
const inOrder = (earned: readonly Earned[]) =>
  earned.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))

/** What a server keeps of a child. */
type Kept = AchievingStart & { readonly days: Map<string, NewDay>; readonly earned: Map<string, Earned> }

const nothingKept = (): Kept => ({ ...NOTHING_YET, days: new Map(), earned: new Map() })

/** Adds entries that come after everything so far, one by one. */
function continued(kept: Kept, { attempts, ends }: ChildLog, calendar: Calendar): Kept {
  // Through its stored form, as on the server.
  const counters = JSON.parse(JSON.stringify(kept.counters)) as Kept['counters']
  const facts = new Map(JSON.parse(JSON.stringify([...kept.facts])) as Kept['facts'])
  const into = evaluationOf(counters, facts)
  let { memory } = kept
  for (const entry of [...attempts, ...ends.map((end) => ({ ...end, place: END_PLACE }))]) {
    const day = calendarDay(calendar, entry.atMs)
    if (!('factId' in entry)) {
      addStep(into, { kind: 'end', ...entry, day })
      continue
    }
    const before = memoryOf(memory, entry.factId)
    if (entry.attempt === 1) memory = afterProblem(memory, entry)
    addStep(into, { ...entry, kind: 'attempt', day, before, after: memoryOf(memory, entry.factId) })
  }
  return keep(kept, into, memory, calendar)
}

function keep(
  kept: Kept,
  into: ReturnType<typeof evaluationOf>,
  memory: Kept['memory'],
  calendar: Calendar,
): Kept {
  const days = new Map(kept.days)
  for (const day of into.newDays) days.set(day.day, day)
  const earned = new Map(kept.earned)
  for (const one of allEarned(into, [...days.values()], calendar))
    if (!earned.has(keyOf(one))) earned.set(keyOf(one), one)
  return { counters: into.counters, facts: into.facts, memory, days, earned }
}

/** An arrival: in order, it continues; otherwise the whole log is folded again. */
function arrived(kept: Kept, soFar: ChildLog, arrival: ChildLog, calendar: Calendar): Kept {
  const { position } = kept.counters
  const isNext = (atMs: number, sessionId: string, place: number): boolean =>
    comesAfter({ atMs, sessionId, place }, position)
  const isInOrder =
    arrival.attempts.every((one) => isNext(one.atMs, one.sessionId, one.place)) &&
    arrival.ends.every((end) => isNext(end.atMs, end.sessionId, END_PLACE))
  if (isInOrder) return continued(kept, arrival, calendar)
  const folded = foldAchievements(soFar.attempts, soFar.ends, calendar)
  return keep(kept, folded, foldLog(soFar.attempts), calendar)
}

/** The log in portions: the attempts of each session, then its end. */
function portionsOf({ attempts, ends }: ChildLog): ChildLog[] {
  return [...new Set(attempts.map(({ sessionId }) => sessionId))].flatMap((id) => [
    { attempts: attempts.filter(({ sessionId }) => sessionId === id), ends: [] },
    { attempts: [], ends: ends.filter(({ sessionId }) => sessionId === id) },
  ])
}

const joined = (one: ChildLog, other: ChildLog): ChildLog => ({
  attempts: [...one.attempts, ...other.attempts],
  ends: [...one.ends, ...other.ends],
})

const named = (set: readonly number[]) => set.map((number) => FACTS[number]?.id).toSorted()

const distinct = (set: readonly string[]) => [...new Set(set)].toSorted().join()

/** A first attempt at 2 + 3 on a day. */
const asked = (day: number, correct: boolean) => ({
  ...learned('addition-2-3', { day: 20_000 + day, correct }),
  sessionId: `s-${day}`,
  place: 0,
  attempt: 1 as const,
  atMs: (20_000 + day) * 86_400_000,
  picture: false,
})

describe('achievements', () => {
  test('[ACH-1] the catalog has thirty achievements with increasing levels', () => {
    expect(Object.keys(ACHIEVEMENTS)).toHaveLength(30)
    for (const { levels } of Object.values(ACHIEVEMENTS))
      expect([...levels]).toEqual([...new Set<number>(levels)].toSorted((one, other) => one - other))
  })

  test('[ACH-2] sets, pairs and families contain the specified facts', () => {
    const sizes = Object.fromEntries(MASTERY_SETS.map(({ id, facts }) => [id, facts.length]))
    expect(sizes).toEqual({
      doubles: 10,
      'pairs-of-10': 9,
      'across-10': 36,
      'taking-away-to-10': 45,
      'times-2-5-10': 45,
      squares: 9,
      'times-9': 17,
      'all-times': 81,
      sharing: 27,
    })
    expect([PAIRS.length, FAMILIES.length]).toEqual([98, 117])
    for (const { id, facts } of MASTERY_SETS)
      expect(named(facts)).toEqual([...(ORACLE_SETS.mastered.get(id) ?? [])].toSorted())
    expect(FAMILIES.map((set) => named(set).join()).toSorted()).toEqual(
      ORACLE_SETS.families.map(distinct).toSorted(),
    )
  })

  test('[ACH-3, GAR-2] after any 60 days, including either clock change, evaluating entry by entry equals evaluating the whole log', () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(seeds, zones, starts, (seed, zone, startMs) => {
        const [log, calendar] = [childLog(seed, 60, true, startMs), calendarIn(zone)]
        let kept = nothingKept()
        for (const portion of portionsOf(log)) kept = continued(kept, portion, calendar)
        expect(inOrder([...kept.earned.values()])).toEqual(inOrder(oracleEarned(log, zone)))
        const garden = kept.memory.facts.flatMap((fact, number) =>
          fact && fact.seen > 0 ? [[FACTS[number]?.id ?? '', stageOf(fact)] as const] : [],
        )
        expect(new Map(garden)).toEqual(oracleGarden(log))
        const days = oracleDays(log, zone)
        expect(new Map([...kept.days].map(([day, { atMs }]) => [day, atMs]))).toEqual(days)
        const today = daysBefore([...days.keys()].at(-1) ?? '2026-03-02', -(seed % 3))
        const streak = streakOf([...days.keys()], calendar, today)
        expect(streak).toMatchObject({ days: days.size, run: oracleRun([...days.keys()], today) })
        expect(goodWeeks([...kept.days.values()], calendar)).toBeGreaterThanOrEqual(
          kept.earned.has('good-week 1') ? 1 : 0,
        )
        for (const key of kept.earned.keys()) seen.add(key.split(' ')[0] ?? '')
      }),
      { numRuns: 25 },
    )
    // The simulated children reach nearly everything that 60 days can bring.
    expect(seen.size).toBeGreaterThanOrEqual(17)
  })

  test('[ACH-4] late, repeated and reordered answers give the same counters, and nothing is taken back', () => {
    fc.assert(
      fc.property(seeds, zones, fc.infiniteStream(fc.nat(3)), (seed, zone, draws) => {
        const [log, calendar] = [childLog(seed, 30), calendarIn(zone)]
        const waiting = portionsOf(log)
        let [kept, soFar, before] = [nothingKept(), { attempts: [], ends: [] } as ChildLog, 0]
        const sent: ChildLog[] = []
        while (waiting.length > 0) {
          const draw = draws.next().value ?? 0
          const arrival =
            draw === 3 && sent.length > 0 ? sent.at(-1) : waiting.splice(draw === 2 ? 1 : 0, 1)[0]
          if (!arrival) continue
          sent.push(arrival)
          soFar = joined(soFar, arrival)
          kept = arrived(kept, soFar, arrival, calendar)
          expect(kept.earned.size).toBeGreaterThanOrEqual(before)
          before = kept.earned.size
        }
        const whole = foldAchievements(log.attempts, log.ends, calendar)
        const days = whole.newDays.map(({ day }) => day).toSorted()
        allEarned(whole, whole.newDays, calendar)
        expect(kept.counters).toEqual(whole.counters)
        expect(kept.facts).toEqual(whole.facts)
        expect([...kept.days.keys()].toSorted()).toEqual(days)
        for (const one of oracleEarned(log, zone)) expect([...kept.earned.keys()]).toContain(keyOf(one))
      }),
      { numRuns: 8 },
    )
  })

  test('[ACH-18] a fact was still known if an answer to it was right, and nothing has asked it since', () => {
    const stillKnew = (...attempts: ReturnType<typeof asked>[]): number[] =>
      foldAchievements(attempts, [], calendarIn('UTC'))
        .earned.filter(({ id }) => id === 'still-knew-it')
        .map(({ amount }) => amount)
    expect(stillKnew(asked(0, true), asked(14, true))).toEqual([14])
    expect(stillKnew(asked(0, true), asked(13, true))).toEqual([])
    expect(stillKnew(asked(0, true), asked(20, false), asked(21, true))).toEqual([])
    expect(stillKnew(asked(0, false), asked(20, true))).toEqual([])
  })

  test('[ACH-5] counters stay small however long a child practices, and read back unchanged', () => {
    const { counters, facts } = foldAchievements(
      childLog(5).attempts,
      childLog(5).ends,
      calendarIn('Europe/Berlin'),
    )
    expect(JSON.stringify(counters).length).toBeLessThan(5000)
    expect(JSON.parse(JSON.stringify(counters))).toEqual(counters)
    for (const fact of facts.values()) expect(JSON.parse(JSON.stringify(fact))).toEqual(fact)
  })

  test('[ACH-6] answers too fast to have been read count toward no day, problem or effort session', () => {
    const { attempts, ends } = childLog(7, 10)
    const pressed = attempts.map((one) => ({ ...one, responseMs: 200 }))
    const { counters, earned, newDays } = foldAchievements(pressed, ends, calendarIn('Europe/Berlin'))
    expect([counters.problems, newDays]).toEqual([0, []])
    expect(earned.map(({ id }) => id)).not.toContain('problems')
  })
})
