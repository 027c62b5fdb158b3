/**
 * How many boards per second the server answers, compared with a minimal server that sends as many bytes: see
 * docs/performance.md.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LeagueId } from '../domain/league.ts'
import { practiceDay } from '../domain/practice-day.ts'
import { openSqlite } from '../server/storage/sqlite/sqlite-database.ts'
import { answersTable, KINDS, type Kind, type Round } from './board-answers-figures.ts'
import { measure, type Load, type Question } from './board-answers-load.ts'
import { onCore, serveConstant, startOn, type Started } from './board-answers-servers.ts'
import { seedBoards } from './seed-boards.ts'
import { seededToken, type SeedKey } from './seed-players.ts'

type Settings = {
  readonly players: number
  readonly rounds: number
  readonly secondsOfSlice: number
  readonly warmUpSeconds: number
  readonly connections: number
  /** What to measure. */
  readonly kinds: readonly Kind[]
  /** More options of Node for the measured server, such as --cpu-prof. */
  readonly nodeOptions: readonly string[]
}

const DEFAULTS: Settings = {
  players: 10_000,
  rounds: 15,
  secondsOfSlice: 1,
  warmUpSeconds: 3,
  connections: 64,
  kinds: KINDS,
  nodeOptions: [],
}

const LEAGUE: LeagueId = 'addition_facts'
const SEED = 1
const PATH = `/api/guest/leaderboard?league=${LEAGUE}&limit=50`
/** Players who ask in turn; more would only lengthen the list of requests. */
const ASKING = 500
const SERVER_CORE = 0
const LOAD_CORE = 1
const THIS_FILE = fileURLToPath(import.meta.url)
const SERVER = fileURLToPath(new URL('../server/main.js', import.meta.url))

async function seed(dataDir: string, players: number): Promise<SeedKey> {
  const database = openSqlite({ dataDir })
  const nowMs = Date.now()
  const key: SeedKey = { seed: SEED, league: LEAGUE, day: practiceDay(nowMs) }
  await seedBoards(database, { ...key, players, nowMs })
  await database.close()
  return key
}

/** The length of an answer in bytes. Throws if it is not the measured board. */
async function lengthOf({ port }: Started, path: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}${path}`)).text()
  const board = JSON.parse(text) as unknown[] | { entries: unknown[]; user: unknown }
  const [entries, isComplete] = Array.isArray(board) ? [board, true] : [board.entries, board.user !== null]
  if (entries.length !== 50 || !isComplete) throw new Error('this is not the board to be measured')
  return Buffer.byteLength(text)
}

/** Paths with tokens of players who are on the board, but not among the best 50. */
async function pathsOfOthers(server: Started, players: number, key: SeedKey): Promise<string[]> {
  const paths: string[] = []
  for (let index = 0; paths.length < Math.min(ASKING, players - 50) && index < players; index += 1) {
    const path = `${PATH}&sessionToken=${seededToken(key, index)}`
    const isOutside = await lengthOf(server, path).then(
      () => true,
      () => false,
    )
    if (isOutside) paths.push(path)
  }
  return paths
}

/** Starts the servers of every question and passes each to `keep`, so that it can be stopped. */
async function ask(
  settings: Settings,
  key: SeedKey,
  dataDir: string,
  keep: (started: Started) => void,
): Promise<Question[]> {
  const serve = async (more: NodeJS.ProcessEnv): Promise<Started> => {
    const started = await startOn(
      SERVER_CORE,
      () => [...settings.nodeOptions, SERVER],
      (port) => ({
        HOST: '127.0.0.1',
        PORT: String(port),
        DATA_DIR: dataDir,

        ...more,
      }),
    )
    keep(started)
    return started
  }
  const question = async (
    kind: Kind,
    tenfold: Started,
    paths: readonly string[],
    headers: Question['headers'] = [{}],
  ): Promise<Question> => {
    const bytes = await lengthOf(tenfold, paths[0] ?? '')
    const constant = await startOn(
      SERVER_CORE,
      (port) => [THIS_FILE, 'constant', String(bytes), String(port)],
      () => ({}),
    )
    keep(constant)
    const [one, other] = [constant, tenfold].map(({ port, pid }) => ({ port, pid })) as [Started, Started]
    return { kind, paths, headers, constant: one, tenfold: other }
  }
  const direct = await serve({})
  const behindProxy = await serve({ TRUST_PROXY: '1' })
  // Calls from the machine itself are not counted by address; those passed on by a trusted proxy are.
  const addresses = Array.from({ length: ASKING }, (_, index) => ({
    'x-forwarded-for': `203.0.${index >> 8}.${index & 255}`,
  }))
  return [
    await question('top 50', direct, [PATH]),
    await question('top 50, with a token', direct, await pathsOfOthers(direct, settings.players, key)),
    await question('top 50, through a proxy', behindProxy, Array(ASKING).fill(PATH), addresses),
  ]
}

/** The results of the load, a process of its own on the other core. */
async function measured(load: Load): Promise<Round[]> {
  const child = onCore(LOAD_CORE, [THIS_FILE, 'load', JSON.stringify(load)], process.env, 'pipe')
  let text = ''
  for await (const chunk of child.stdout ?? []) text += String(chunk)
  if (text === '') throw new Error('the load of the bench ended without figures')
  return JSON.parse(text) as Round[]
}

async function compare(settings: Settings): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tenfold-bench-'))
  const started: Started[] = []
  try {
    const key = await seed(dataDir, settings.players)
    const questions = await ask(settings, key, dataDir, (server) => started.push(server))
    const { rounds, secondsOfSlice, warmUpSeconds, connections } = settings
    const figures = await measured({
      questions: questions.filter(({ kind }) => settings.kinds.includes(kind)),
      rounds,
      secondsOfSlice,
      warmUpSeconds,
      connections,
    })
    console.log(
      `${cpus().length} cores of ${cpus()[0]?.model ?? 'an unknown processor'}; Node ${process.versions.node}; ` +
        `${settings.players} players, ${rounds} rounds of ${secondsOfSlice} s each, ${connections} connections.\n`,
    )
    console.log(answersTable(figures))
  } finally {
    for (const { child } of started) child.kill(settings.nodeOptions.length > 0 ? 'SIGTERM' : 'SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const [role = '', ...rest] = process.argv.slice(2)
if (role === 'constant') await serveConstant(Number(rest[0]), Number(rest[1]))
else if (role === 'load') console.log(JSON.stringify(await measure(JSON.parse(rest[0] ?? '') as Load)))
else await compare({ ...DEFAULTS, ...(JSON.parse(rest[0] ?? '{}') as Partial<Settings>) })
