import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { startBuilt } from '../../factories/built-server.ts'
import { rowsOf } from '../../factories/sqlite-file.ts'
import { attemptBody, beginBody } from '../../factories/student-calls.ts'
import { newStudentId } from '../../factories/student-practice.ts'
import { signedInStudents } from '../../factories/student-cookies.ts'
import { tempFolder } from '../../factories/temp-folder.ts'

type Call = {
  /** The cookies of the student who sends it. */
  readonly student: string
  readonly method: string
  readonly path: string
  readonly body: unknown
}

const keyOf = ({ student, method, path, body }: Call): string =>
  `${student} ${method} ${path} ${JSON.stringify(body)}`

/** The status of a call, or null when the server was gone before it answered. */
async function send(origin: string, { student, method, path, body }: Call): Promise<number | null> {
  try {
    const response = await fetch(origin + path, {
      method,
      headers: { 'content-type': 'application/json', origin, cookie: student },
      body: JSON.stringify(body),
    })
    await response.arrayBuffer()
    return response.status
  } catch {
    return null
  }
}

const PROBLEMS = 4

/** As uneven as a child's times are: answers sent late that are too much alike are set aside (STU-22). */
const childsTime = (answer: number): number => 1500 + ((answer * 733) % 900)

function sumOf(rows: readonly Record<string, unknown>[], name: string): number {
  return rows.reduce((sum, row) => sum + Number(row[name]), 0)
}

/** What a child's browser sends, in its order: sessions of four problems, one after another, of the last day. */
function* callsOf(student: string): Generator<Call, never> {
  let answers = 0
  for (let secondsAgo = 80_000; ; secondsAgo -= 20) {
    const begin = beginBody({ totalProblems: PROBLEMS, secondsAgo })
    yield { student, method: 'POST', path: '/api/practice/sessions', body: begin }
    const later = { secondsAgo: secondsAgo - 10 }
    for (let place = 0; place < PROBLEMS; place += 1) {
      answers += 1
      const body = attemptBody(begin.id, place, { ...later, responseTime: childsTime(answers) })
      yield { student, method: 'POST', path: '/api/practice/logs', body }
    }
    yield { student, method: 'PATCH', path: `/api/practice/sessions/${begin.id}`, body: later }
  }
}

type Sent = { readonly acknowledged: Call[]; readonly unanswered: Call[] }

/** Children practice until the server is gone. Each first sends its unanswered call again. */
async function practiceUntilGone(
  origin: string,
  students: ReadonlyMap<string, Generator<Call, never>>,
  unanswered: readonly Call[],
  onAcknowledged: () => void,
): Promise<Sent> {
  const sent: Sent = { acknowledged: [], unanswered: [] }
  const play = async (student: string, calls: Generator<Call, never>): Promise<void> => {
    let call = unanswered.find((left) => left.student === student) ?? calls.next().value
    for (;;) {
      const status = await send(origin, call)
      if (status === null) {
        sent.unanswered.push(call)
        return
      }
      // A player who is too fast waits, as the page would; the kill comes first.
      if (status !== 200) throw new Error(`${keyOf(call)} was answered with ${status}`)
      sent.acknowledged.push(call)
      onAcknowledged()
      call = calls.next().value
    }
  }
  await Promise.all([...students].map(([student, calls]) => play(student, calls)))
  return sent
}

test('[STU-15] after a kill at any moment the server has everything it acknowledged, once: attempts, sums and the board', async () => {
  const dataDir = tempFolder()
  const acknowledged: Call[] = []
  let unanswered: Call[] = []
  const cookies = await signedInStudents(dataDir, Array.from({ length: 12 }, newStudentId))
  const students = new Map([...cookies.values()].map((cookie) => [cookie, callsOf(cookie)]))
  for (let kill = 0; kill < 5; kill += 1) {
    const server = await startBuilt({ DATA_DIR: dataDir })
    // A random count of answers, with 11 other calls somewhere on their way at that moment.
    let left = randomInt(10, 150)
    const sent = await practiceUntilGone(server.origin, students, unanswered, () => {
      left -= 1
      if (left === 0) void server.kill()
    })
    expect(await server.end('SIGKILL')).toBe('SIGKILL')
    acknowledged.push(...sent.acknowledged)
    unanswered = sent.unanswered
  }
  expect(unanswered).toHaveLength(students.size)

  const attempts = await rowsOf(dataDir, 'attempt')
  const stored = new Set(attempts.map((row) => `${String(row['session_id'])} ${String(row['place'])}`))
  const logs = acknowledged.filter(({ path }) => path.endsWith('/logs'))
  expect(logs.length).toBeGreaterThan(50)
  const placeOf = ({ body }: Call): string => {
    const { sessionId, place } = body as Readonly<Record<string, unknown>>
    return `${String(sessionId)} ${String(place)}`
  }
  expect(logs.filter((call) => !stored.has(placeOf(call)))).toEqual([])

  // Each child sends again what it has no answer to, and here also what it has.
  const server = await startBuilt({ DATA_DIR: dataDir })
  for (const call of [...unanswered, ...acknowledged.slice(-60)])
    expect(await send(server.origin, call)).toBe(200)
  await server.end('SIGTERM')
  const everything = [...acknowledged, ...unanswered]
  const places = everything.filter(({ path }) => path.endsWith('/logs')).map(placeOf)
  const rows = await rowsOf(dataDir, 'attempt')
  expect(rows.map((row) => `${String(row['session_id'])} ${String(row['place'])}`).toSorted()).toEqual(
    [...new Set(places)].toSorted(),
  )

  const finished = new Set(
    everything.filter(({ method }) => method === 'PATCH').map(({ path }) => path.split('/').at(-1)),
  )
  const results = await rowsOf(dataDir, 'practice_result')
  expect(new Set(results.map((row) => row['submission_id']))).toEqual(finished)
  expect(results).toHaveLength(finished.size)
  const [days, sessions, scores] = await Promise.all(
    ['student_day', 'student_session', 'daily_score'].map((table) => rowsOf(dataDir, table)),
  )
  expect(sumOf(days ?? [], 'attempts')).toBe(rows.length)
  expect(sumOf(days ?? [], 'points')).toBe(sumOf(sessions ?? [], 'score'))
  expect(sumOf(days ?? [], 'sessions')).toBe(finished.size)
  expect(sumOf(scores ?? [], 'score')).toBe(PROBLEMS * 5 * finished.size)
}, 180_000)
