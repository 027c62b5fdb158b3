import type { ServerName } from './battle-pairs.ts'
import { median, quantile, table } from './boards-figures.ts'

export type ServerFigures<Figure> = Readonly<Partial<Record<ServerName, Figure>>>

/** What a server did in a slice as fast as it could; `busy` is the part of its core that it used. */
export type AnswerRound = ServerFigures<{
  readonly perSecond: number
  readonly perProcessorSecond: number
  readonly busy: number
}>
export type PaceRound = ServerFigures<{
  readonly medianMs: number
  readonly p99Ms: number
  readonly busy: number
}>
/** Parts of a core, from 0 to 1. */
export type IdleFigures = {
  readonly battles: number
  readonly connectedOnly: number
  readonly withBattles: number
}
export type MemoryFigures = { readonly pairs: number; readonly kbOfPlayer: ServerFigures<number> }
/** Milliseconds of processor for each connection. */
export type ConnectRound = ServerFigures<number>
export type EndFigures = {
  readonly battles: number
  readonly sentMs: number
  readonly medianMs: number
  readonly lastMs: number
}

const NAMES: readonly ServerName[] = ['ws', 'socket.io', 'tenfold']
const LEAST_OF: Readonly<Record<'ws' | 'socket.io', number>> = { ws: 0.6, 'socket.io': 0.9 }

function verdict(isMet: boolean): string {
  return isMet ? 'met' : 'MISSED'
}

function spread(ratios: readonly number[], digits = 2): string {
  return `${quantile(ratios, 0).toFixed(digits)}-${quantile(ratios, 1).toFixed(digits)}`
}

/** A figure of each round, for the rounds that have it. */
function of<Figure>(
  rounds: readonly ServerFigures<Figure>[],
  name: ServerName,
  pick: (figure: Figure) => number,
): number[] {
  return rounds.flatMap((round) => {
    const figure = round[name]
    return figure === undefined ? [] : [pick(figure)]
  })
}

function ratios(upper: readonly number[], lower: readonly number[]): number[] {
  return upper.map((value, at) => value / (lower[at] ?? Number.NaN))
}

export function answersTable(rounds: readonly AnswerRound[]): string {
  const HEADING =
    '[BAT-100] Answers a second, each judged and told to both players: at least 0.6 of a relay on bare ws, 0.9 of one on Socket.IO.'
  const lines = NAMES.map((name) => {
    const [wall, cpu] = [
      of(rounds, name, ({ perSecond }) => perSecond),
      of(rounds, name, ({ perProcessorSecond }) => perProcessorSecond),
    ]
    const busy = median(of(rounds, name, (slice) => slice.busy))
    const own = [name, median(wall).toFixed(0), median(cpu).toFixed(0), (busy * 100).toFixed(0)]
    if (name === 'tenfold') return [...own, '', '', '', '']
    const byWall = ratios(
      of(rounds, 'tenfold', ({ perSecond }) => perSecond),
      wall,
    )
    const byCpu = ratios(
      of(rounds, 'tenfold', ({ perProcessorSecond }) => perProcessorSecond),
      cpu,
    )
    const isMet = median(byCpu) >= LEAST_OF[name] && median(byWall) >= LEAST_OF[name]
    return [
      ...own,
      `${median(byWall).toFixed(2)} (${spread(byWall)})`,
      `${median(byCpu).toFixed(2)} (${spread(byCpu)})`,
      String(LEAST_OF[name]),
      verdict(isMet),
    ]
  })
  const head = [
    'Server',
    'answers/s',
    'answers per second of processor',
    'core busy, %',
    'Tenfold to it',
    'by processor time',
    'wanted',
    '',
  ]
  return `${HEADING}\n\n${table(head, lines)}`
}

export function paceTable(rounds: readonly PaceRound[], perSecond: number): string {
  const HEADING =
    '[BAT-101] From an answer to the score at both, 4,000 sockets and 2,000 answers a second: at most 10 ms at the 99th percentile.'
  const lines = NAMES.map((name) => {
    const p99 = of(rounds, name, ({ p99Ms }) => p99Ms)
    return [
      name,
      String(perSecond),
      median(of(rounds, name, ({ medianMs }) => medianMs)).toFixed(1),
      `${median(p99).toFixed(1)} (${spread(p99, 1)})`,
      (median(of(rounds, name, ({ busy }) => busy)) * 100).toFixed(0),
      name === 'tenfold' ? verdict(median(p99) <= 10) : '',
    ]
  })
  return `${HEADING}\n\n${table(['Server', 'answers/s', 'median, ms', 'p99, ms', 'core busy, %', ''], lines)}`
}

export function idleTable({ battles, connectedOnly, withBattles }: IdleFigures): string {
  const HEADING =
    '[BAT-101] Live battles of two in which nobody answers: at most 2 % of a core. Most of it is pings of their connections.'
  const row = [
    String(battles),
    ((withBattles - connectedOnly) * 100).toFixed(2),
    (connectedOnly * 100).toFixed(2),
    (withBattles * 100).toFixed(2),
    verdict(withBattles <= 0.02),
  ]
  const head = ['Battles', 'battles, % of a core', 'connections, %', 'together, %', '']
  return `${HEADING}\n\n${table(head, [row])}`
}

export function memoryTable({ pairs, kbOfPlayer }: MemoryFigures): string {
  const HEADING =
    '[BAT-102] Memory of a connected player, in a battle or in a room of the relay: at most 1.5 times that of a relay on Socket.IO.'
  const [own = Number.NaN, relay = Number.NaN] = [kbOfPlayer.tenfold, kbOfPlayer['socket.io']]
  const row = [String(2 * pairs), relay.toFixed(1), own.toFixed(1), (own / relay).toFixed(2)]
  const head = ['Players', 'Socket.IO, KB', 'Tenfold, KB', 'ratio', '']
  return `${HEADING}\n\n${table(head, [[...row, verdict(own / relay <= 1.5)]])}`
}

export function connectTable(rounds: readonly ConnectRound[]): string {
  const HEADING =
    '[BAT-102] Processor time of a connection: at most 1.2 times that of a websocket-only Socket.IO connection.'
  const [own, relay] = [of(rounds, 'tenfold', (ms) => ms), of(rounds, 'socket.io', (ms) => ms)]
  const factors = ratios(own, relay)
  const row = [
    String(rounds.length),
    median(relay).toFixed(2),
    median(own).toFixed(2),
    `${median(factors).toFixed(2)} (${spread(factors)})`,
    verdict(median(factors) <= 1.2),
  ]
  return `${HEADING}\n\n${table(['Rounds', 'Socket.IO, ms', 'Tenfold, ms', 'ratio', ''], [row])}`
}

export function endsTable({ battles, sentMs, medianMs, lastMs }: EndFigures): string {
  const HEADING =
    '[BAT-103] 500 battles that end in the same second, all their players timing out at once: everybody has a result within 1 s.'
  const row = [battles, sentMs, medianMs, lastMs].map((figure) => figure.toFixed(0))
  const head = ['Battles', 'all sent after, ms', 'half have a result after, ms', 'the last after, ms', '']
  return `${HEADING}\n\n${table(head, [[...row, verdict(lastMs <= 1000)]])}`
}
