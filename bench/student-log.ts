import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { allFacts } from '../domain/fact.ts'
import { startServer } from '../test/factories/server-process.ts'
import { signedInStudents } from '../test/factories/student-cookies.ts'
import { processorSeconds } from './process-figures.ts'
import { call, endCalls, type Answered } from './student-calls.ts'
import { fillLog } from './student-filling.ts'

const HEADING =
  '[STU-14] 1,000 children who answer every 4 s: an attempt is logged durably within 50 ms at the 95th percentile; the progress of a child with 50,000 attempts takes at most 100 ms.'

type Settings = {
  readonly children: number
  readonly everyMs: number
  readonly seconds: number
  readonly attemptsOfOne: number
}

const DEFAULTS: Settings = { children: 1000, everyMs: 4000, seconds: 60, attemptsOfOne: 50_000 }
/** Shorter than real sessions, so that enough of them begin and end. */
const PROBLEMS = 5
const MAX_LOG_MS = 50
const MAX_PROGRESS_MS = 100
const FACTS = allFacts('addition')
const VETERAN = 'veteran'

type Measured = { readonly logs: number[]; readonly sessions: number[]; failed: number }

const idOf = (number: number): string => `child-${number}`

/** A child who answers at fixed intervals, session after session, until the end. */
async function child(
  origin: string,
  cookie: string,
  number: number,
  settings: Settings,
  endsAt: number,
  measured: Measured,
): Promise<void> {
  let dueAt = performance.now() + (settings.everyMs * number) / settings.children
  let [sessionId, place] = ['', PROBLEMS]
  const note = (into: number[], { status, ms }: Answered): void => {
    if (status === 200) into.push(ms)
    else measured.failed += 1
  }
  while (dueAt < endsAt) {
    await pause(Math.max(0, dueAt - performance.now()))
    if (place === PROBLEMS) {
      if (sessionId !== '') {
        note(
          measured.sessions,
          await call(origin, cookie, 'PATCH', `/api/practice/sessions/${sessionId}`, {}),
        )
      }
      ;[sessionId, place] = [randomUUID(), 0]
      const body = {
        id: sessionId,
        sessionType: 'addition_facts',
        targetDuration: 120,
        totalProblems: PROBLEMS,
      }
      note(measured.sessions, await call(origin, cookie, 'POST', '/api/practice/sessions', body))
      dueAt = Math.max(dueAt, performance.now())
    }
    const fact = FACTS[(number + place) % FACTS.length]
    const attempt = {
      sessionId,
      place,
      factId: fact?.id,
      studentAnswer: fact?.answer,
      isCorrect: true,
      responseTime: 2500,
      visualUsed: false,
      baseScore: 5,
      speedMultiplier: 1,
      finalScore: 5,
    }
    note(measured.logs, await call(origin, cookie, 'POST', '/api/practice/logs', attempt, dueAt))
    place += 1
    dueAt += settings.everyMs
  }
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

const inMs = (value: number): string => `${value.toFixed(1)} ms`

async function readings(origin: string, cookie: string, path: string): Promise<string> {
  const answers: Answered[] = []
  for (let time = 0; time < 50; time += 1) answers.push(await call(origin, cookie, 'GET', path, undefined))
  const times = answers.map(({ ms }) => ms)
  const good = answers.every(({ status }) => status === 200)
  const verdict = good && quantile(times, 0.95) <= MAX_PROGRESS_MS ? 'met' : 'MISSED'
  return `${path}: median ${inMs(quantile(times, 0.5))}, 95 % ${inMs(quantile(times, 0.95))}, slowest ${inMs(Math.max(...times))}, ${answers[0]?.bytes} bytes: ${verdict}`
}

async function measure(settings: Settings): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tenfold-bench-'))
  await fillLog(folder, VETERAN, settings.attemptsOfOne)
  const ids = Array.from({ length: settings.children }, (_, number) => idOf(number))
  const cookies = await signedInStudents(folder, [VETERAN, ...ids])
  const cookieOf = (id: string): string => cookies.get(id) ?? ''
  const server = await startServer({ DATA_DIR: folder })
  try {
    console.log(
      `${HEADING}\n${settings.children} children, every ${settings.everyMs / 1000} s, for ${settings.seconds} s; ` +
        `${cpus().length} cores of ${cpus()[0]?.model ?? 'an unknown processor'}; Node ${process.versions.node}.\n`,
    )
    console.log(await readings(server.origin, cookieOf(VETERAN), '/api/me/progress'))
    console.log(await readings(server.origin, cookieOf(VETERAN), `/api/me/facts/${FACTS[0]?.id}`))
    const measured: Measured = { logs: [], sessions: [], failed: 0 }
    const before = processorSeconds(server.pid())
    const endsAt = performance.now() + settings.seconds * 1000
    await Promise.all(
      ids.map((id, number) => child(server.origin, cookieOf(id), number, settings, endsAt, measured)),
    )
    const used = (processorSeconds(server.pid()) - before) / settings.seconds
    for (const [name, times] of [
      ['attempts', measured.logs],
      ['sessions begun and finished', measured.sessions],
    ] as const) {
      const rate = (times.length / settings.seconds).toFixed(0)
      console.log(
        `${name}: ${times.length}, ${rate}/s; median ${inMs(quantile(times, 0.5))}, 95 % ${inMs(quantile(times, 0.95))}, 99 % ${inMs(quantile(times, 0.99))}, slowest ${inMs(quantile(times, 1))}`,
      )
    }
    const met = measured.failed === 0 && quantile(measured.logs, 0.95) < MAX_LOG_MS
    console.log(
      `${measured.failed} calls failed; ${(100 * used).toFixed(0)} % of a core: ${met ? 'met' : 'MISSED'}`,
    )
    console.log(await readings(server.origin, cookieOf(VETERAN), '/api/me/progress'))
  } finally {
    endCalls()
    await server.discard()
    rmSync(folder, { recursive: true, force: true })
  }
}

const [argument = ''] = process.argv.slice(process.argv[2] === 'student-log' ? 3 : 2)
await measure({ ...DEFAULTS, ...(argument === '' ? {} : (JSON.parse(argument) as Partial<Settings>)) })
