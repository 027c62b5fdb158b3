import { seededRandom } from '../domain/seeded-random.ts'
import type { Kind, Round, Slice } from './board-answers-figures.ts'
import { askFor } from './board-answers-sockets.ts'
import { quantile } from './boards-figures.ts'
import { processorSeconds } from './process-figures.ts'

export type Server = { readonly port: number; readonly pid: number }

/** A kind of answer, requested from both servers in the same way. */
export type Question = {
  readonly kind: Kind
  /** Requested in turn. */
  readonly paths: readonly string[]
  readonly headers: readonly Readonly<Record<string, string>>[]
  readonly constant: Server
  readonly tenfold: Server
}

export type Load = {
  readonly questions: readonly Question[]
  readonly rounds: number
  readonly secondsOfSlice: number
  readonly warmUpSeconds: number
  readonly connections: number
}

function requestsOf({ paths, headers }: Question): Buffer[] {
  return paths.map((path, place) => {
    const more = Object.entries(headers[place % headers.length] ?? {}).map(
      ([name, value]) => `${name}: ${value}`,
    )
    return Buffer.from([`GET ${path} HTTP/1.1`, 'host: 127.0.0.1', ...more, '', ''].join('\r\n'))
  })
}

/** Sends one kind of request as fast as answers arrive. Throws when one is not a 200. */
async function fire(question: Question, { port, pid }: Server, seconds: number, load: Load): Promise<Slice> {
  const before = processorSeconds(pid)
  const answered = await askFor(port, requestsOf(question), load.connections, seconds)
  const used = processorSeconds(pid) - before
  return {
    perSecond: answered.answers / answered.seconds,
    perProcessorSecond: answered.answers / used,
    busy: used / answered.seconds,
    p99Ms: quantile(answered.latenciesMs, 0.99),
  }
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item)
}

/** Measures both servers in short slices: each round asks every question of both, in random order. */
export async function measure(load: Load): Promise<Round[]> {
  const random = seededRandom(11)
  for (const question of load.questions) {
    for (const server of [question.constant, question.tenfold]) {
      await fire(question, server, load.warmUpSeconds, load)
    }
  }
  const rounds: Round[] = []
  for (let round = 0; round < load.rounds; round += 1) {
    for (const question of shuffled(load.questions, random)) {
      const slices = new Map<'constant' | 'tenfold', Slice>()
      for (const name of shuffled(['constant', 'tenfold'] as const, random)) {
        slices.set(name, await fire(question, question[name], load.secondsOfSlice, load))
      }
      const [constant, tenfold] = [slices.get('constant'), slices.get('tenfold')]
      if (constant && tenfold) rounds.push({ kind: question.kind, constant, tenfold })
    }
  }
  return rounds
}
