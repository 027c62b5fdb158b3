import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { allFacts } from '../domain/fact.ts'
import { sqlAccountStores } from '../server/storage/sql/accounts/account-stores.ts'
import { openSqlite } from '../server/storage/sqlite/sqlite-database.ts'
import { startServer } from '../test/factories/server-process.ts'
import { signedInStudents } from '../test/factories/student-cookies.ts'
import { processorSeconds } from './process-figures.ts'
import { call, endCalls } from './student-calls.ts'

const HEADING =
  'The server’s CPU time for an attempt: achievements add at most 10 %, eight open assignments at most 15 %.'

const CHILDREN = 400
const PROBLEMS = 10
/** Few, because a player may only send so many answers a minute. */
const SESSIONS = 2
const ROUNDS = 5
const ASSIGNMENTS = 8
const FACTS = allFacts('addition')
const BARE_SERVER = 'dist/bench/without-achievements.js'

/** The server as it would be if nothing were evaluated for achievements: only the position in the log moves on. */
const withoutAchievements: Plugin = {
  name: 'without-achievements',
  setup(builder) {
    builder.onResolve({ filter: /achievements\/evaluate\.ts$/ }, ({ resolveDir, path, pluginData }) =>
      pluginData === 'real' ? undefined : { path: join(resolveDir, path), namespace: 'bare' },
    )
    builder.onLoad({ filter: /.*/, namespace: 'bare' }, ({ path }) => ({
      contents: `export * from ${JSON.stringify(path)}
        export const afterStep = (before, { atMs, sessionId, place }) =>
          ({ ...before, counters: { ...before.counters, position: { atMs, sessionId, place } } })
        export const needsDays = () => false`,
      resolveDir: join(path, '..'),
      pluginData: 'real',
    }))
  },
}

const IDS = Array.from({ length: CHILDREN }, (_, number) => `child-${number}`)

type Side = {
  readonly name: string
  readonly program?: string
  readonly assignments: number
}

const SIDES: readonly Side[] = [
  { name: 'no achievements, no assignments', program: BARE_SERVER, assignments: 0 },
  { name: 'achievements, no assignments', assignments: 0 },
  { name: `achievements, ${ASSIGNMENTS} open assignments`, assignments: ASSIGNMENTS },
]

const day = (after: number): string => new Date(Date.now() + after * 86_400_000).toISOString().slice(0, 10)

/** Gives every child's class so many assignments for everyone, open for a week. */
async function assign(dataDir: string, ids: readonly string[], count: number): Promise<void> {
  const database = openSqlite({ dataDir })
  const { assignments } = sqlAccountStores(database)
  for (const id of ids) {
    for (let number = 0; number < count; number += 1) {
      const assignment = {
        id: randomUUID().replaceAll('-', ''),
        classId: `class-${id}`,
        madeBy: 'teacher',
        assigned: { kind: 'sets', sets: ['add_all'] },
        amountKind: 'problems',
        amount: 100,
        next: null,
        firstDay: day(-1),
        dueDay: day(7),
        lastDay: null,
        forAll: true,
        childIds: [],
        madeAtMs: Date.now() - 3_600_000,
        endedDay: null,
        deletedAtMs: null,
      } as const
      await assignments.add(assignment, assignment.id)
    }
  }
  await database.close()
}

/** Plays all sessions of a child; calls that fail are an error. */
async function play(origin: string, cookie: string, number: number): Promise<void> {
  const send = async (method: string, path: string, body: unknown): Promise<void> => {
    const { status } = await call(origin, cookie, method, path, body)
    if (status !== 200) throw new Error(`${method} ${path} was answered with ${status}.`)
  }
  for (let session = 0; session < SESSIONS; session += 1) {
    const sessionId = randomUUID()
    await send('POST', '/api/practice/sessions', {
      id: sessionId,
      sessionType: 'addition_facts',
      targetDuration: 120,
      totalProblems: PROBLEMS,
    })
    for (let place = 0; place < PROBLEMS; place += 1) {
      const fact = FACTS[(number + session * PROBLEMS + place) % FACTS.length]
      await send('POST', '/api/practice/logs', {
        sessionId,
        place,
        factId: fact?.id,
        studentAnswer: fact?.answer,
        isCorrect: true,
        responseTime: 1500 + ((number * 37 + place * 211 + session * 97) % 2500),
        visualUsed: false,
        baseScore: 5,
        speedMultiplier: 1,
        finalScore: 5,
      })
    }
    await send('PATCH', `/api/practice/sessions/${sessionId}`, {})
  }
}

type Installation = { readonly folder: string; readonly cookies: ReadonlyMap<string, string> }

/** An installation with signed-in children, each of which has so many assignments. */
async function installation(assignments: number): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), 'tenfold-bench-'))
  const cookies = await signedInStudents(folder, IDS)
  await assign(folder, IDS, assignments)
  return { folder, cookies }
}

/** CPU milliseconds of the server for each attempt, sessions included, on a copy of the installation. */
async function cost({ folder, cookies }: Installation, program?: string): Promise<number> {
  const copy = mkdtempSync(join(tmpdir(), 'tenfold-bench-'))
  cpSync(folder, copy, { recursive: true })
  const server = await startServer({ DATA_DIR: copy }, program)
  try {
    const before = processorSeconds(server.pid())
    await Promise.all(IDS.map((id, number) => play(server.origin, cookies.get(id) ?? '', number)))
    const used = processorSeconds(server.pid()) - before
    return (1000 * used) / (CHILDREN * SESSIONS * PROBLEMS)
  } finally {
    await server.discard()
    rmSync(copy, { recursive: true, force: true })
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

await build({
  entryPoints: ['server/main.ts'],
  outfile: BARE_SERVER,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  packages: 'external',
  logLevel: 'warning',
  plugins: [withoutAchievements],
})
console.log(
  `${HEADING}\n${CHILDREN * SESSIONS * PROBLEMS} attempts of ${CHILDREN} children in each of ${ROUNDS} rounds; ${cpus()[0]?.model ?? 'an unknown processor'}; Node ${process.versions.node}.\n`,
)
const installations = new Map<number, Installation>()
for (const assignments of new Set(SIDES.map((side) => side.assignments)))
  installations.set(assignments, await installation(assignments))
const measured = SIDES.map((): number[] => [])
for (let round = 0; round < ROUNDS; round += 1)
  for (const [index, { assignments, program }] of SIDES.entries()) {
    const at = installations.get(assignments)
    if (at) measured[index]?.push(await cost(at, program))
  }
endCalls()
for (const { folder } of installations.values()) rmSync(folder, { recursive: true, force: true })
const medians = measured.map(median)
for (const [index, { name }] of SIDES.entries())
  console.log(
    `${name}: ${medians[index]?.toFixed(3)} ms an attempt (${measured[index]?.map((ms) => ms.toFixed(3)).join(', ')})`,
  )
const [bare = Number.NaN, usual = Number.NaN, assigned = Number.NaN] = medians
for (const [name, ratio, limit] of [
  ['achievements', usual / bare, 1.1],
  [`${ASSIGNMENTS} open assignments`, assigned / usual, 1.15],
] as const)
  console.log(`${name}: ${ratio.toFixed(2)}, at most ${limit}: ${ratio <= limit ? 'met' : 'MISSED'}`)
