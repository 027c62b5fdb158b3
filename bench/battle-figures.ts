import { WAYS, type EndFigures, type EndRound, type Way } from './battle-ends.ts'
import type { IdleFigures } from './battle-idle.ts'
import type { ServerName } from './battle-pairs.ts'
import { median, quantile, table } from './boards-figures.ts'

export type ServerFigures<Figure> = Readonly<Partial<Record<ServerName, Figure>>>

/** What a server did in a slice at full speed; `busy` and `loadBusy` are shares of a core. */
export type AnswerRound = ServerFigures<{
  readonly perSecond: number
  readonly perProcessorSecond: number
  readonly busy: number
  readonly loadBusy: number
}>
/** A slice at a given pace; `lateP99Ms` is how late the load itself was. */
export type PaceRound = ServerFigures<{
  readonly perSecond: number
  readonly medianMs: number
  readonly p99Ms: number
  readonly lateP99Ms: number
  readonly busy: number
  readonly loadBusy: number
}>
export type PaceFigures = {
  readonly sockets: number
  /** Answers a second. */
  readonly wanted: number
  readonly rounds: readonly PaceRound[]
}
/** KB of each player. */
export type MemoryRound = ServerFigures<number>
export type MemoryFigures = { readonly pairs: number; readonly rounds: readonly MemoryRound[] }
/** Milliseconds of processor for each connection. */
export type ConnectRound = ServerFigures<number>
export type ConnectFigures = { readonly lines: number; readonly rounds: readonly ConnectRound[] }

const NAMES: readonly ServerName[] = ['ws', 'socket.io', 'tenfold']
const MIN_OF: Readonly<Record<'ws' | 'socket.io', number>> = { ws: 0.6, 'socket.io': 0.9 }

/** A slice below this share of the wanted pace says nothing about it. */
const MIN_PACE = 0.98
/** The sizes of issue 4: smaller ones say nothing about the target. */
const WHOLE = { sockets: 4000, answersASecond: 2000, idleBattles: 4000, endingBattles: 500 }

function verdict(isMet: boolean, isWhole = true): string {
  if (!isMet) return 'MISSED'
  return isWhole ? 'met' : 'too small to tell'
}

function percent(part: number, digits = 0): string {
  return (part * 100).toFixed(digits)
}

/** The median of some figures, with their minimum and maximum in parentheses. */
function middle(values: readonly number[], digits: number): string {
  return `${median(values).toFixed(digits)} (${spread(values, digits)})`
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
    const loadBusy = median(of(rounds, name, (slice) => slice.loadBusy))
    const own = [name, median(wall).toFixed(0), median(cpu).toFixed(0), percent(busy), percent(loadBusy)]
    if (name === 'tenfold') return [...own, '', '', '', '']
    const byWall = ratios(
      of(rounds, 'tenfold', ({ perSecond }) => perSecond),
      wall,
    )
    const byCpu = ratios(
      of(rounds, 'tenfold', ({ perProcessorSecond }) => perProcessorSecond),
      cpu,
    )
    const isMet = median(byCpu) >= MIN_OF[name] && median(byWall) >= MIN_OF[name]
    return [...own, middle(byWall, 2), middle(byCpu, 2), String(MIN_OF[name]), verdict(isMet)]
  })
  const head = [
    'Server',
    'answers/s',
    'answers per second of processor',
    'core busy, %',
    'load busy, %',
    'Tenfold to it',
    'by processor time',
    'wanted',
    '',
  ]
  return `${HEADING}\n\n${table(head, lines)}`
}

export function paceTable({ sockets, wanted, rounds }: PaceFigures): string {
  const HEADING =
    `[BAT-101] From when an answer is due to the score at both, ${sockets} sockets and ${wanted} answers a second: at most 10 ms at the ` +
    `99th percentile. A slice that reaches less than ${percent(MIN_PACE)} % of the pace cannot meet it.`
  const isWhole = sockets >= WHOLE.sockets && wanted >= WHOLE.answersASecond
  const lines = NAMES.map((name) => {
    const of99 = of(rounds, name, ({ p99Ms }) => p99Ms)
    const pace = of(rounds, name, ({ perSecond }) => perSecond)
    const short = pace.filter((perSecond) => perSecond < MIN_PACE * wanted).length
    return [
      name,
      middle(pace, 0),
      short === 0 ? 'none' : `${short} of ${pace.length}`,
      middle(
        of(rounds, name, ({ medianMs }) => medianMs),
        1,
      ),
      middle(of99, 1),
      percent(median(of(rounds, name, ({ busy }) => busy))),
      percent(median(of(rounds, name, ({ loadBusy }) => loadBusy))),
      middle(
        of(rounds, name, ({ lateP99Ms }) => lateP99Ms),
        1,
      ),
      name === 'tenfold' ? verdict(short === 0 && median(of99) <= 10, isWhole) : '',
    ]
  })
  const head = [
    'Server',
    'answers/s reached',
    'slices that fell short',
    'median, ms',
    'p99, ms',
    'core busy, %',
    'load busy, %',
    'sent late, p99, ms',
    '',
  ]
  return `${HEADING}\n\n${table(head, lines)}`
}

export function idleTable({ battles, connectedOnly, withBattles }: IdleFigures): string {
  const HEADING =
    '[BAT-101] Live battles of two in which nobody answers: at most 2 % of a core. Most of it is pings of their connections.'
  const [alone, together] = [connectedOnly, withBattles].map((parts) => parts.map((part) => part * 100)) as [
    number[],
    number[],
  ]
  const row = [
    String(battles),
    `${alone.length} and ${together.length}`,
    middle(alone, 2),
    middle(together, 2),
    verdict(median(together) <= 2, battles >= WHOLE.idleBattles),
  ]
  const head = [
    'Battles',
    'windows without and with them',
    'connections alone, % of a core',
    'with battles, %',
    '',
  ]
  return `${HEADING}\n\n${table(head, [row])}`
}

export function memoryTable({ pairs, rounds }: MemoryFigures): string {
  const HEADING =
    '[BAT-102] Memory of a connected player, in a battle or in a room of the relay, in fresh servers each round: at most 1.5 times that ' +
    'of a relay on Socket.IO.'
  return `${HEADING}\n\n${relayTable('Players', String(2 * pairs), rounds, { unit: 'KB', digits: 1, most: 1.5 })}`
}

/** Tenfold beside the relay on Socket.IO, round by round. */
function relayTable(
  what: string,
  size: string,
  rounds: readonly ServerFigures<number>[],
  { unit, digits, most }: { readonly unit: string; readonly digits: number; readonly most: number },
): string {
  const [own, relay] = [of(rounds, 'tenfold', (value) => value), of(rounds, 'socket.io', (value) => value)]
  const factors = ratios(own, relay)
  const row = [
    size,
    String(rounds.length),
    middle(relay, digits),
    middle(own, digits),
    middle(factors, 2),
    verdict(median(factors) <= most),
  ]
  return table([what, 'rounds', `Socket.IO, ${unit}`, `Tenfold, ${unit}`, 'ratio', ''], [row])
}

export function connectTable({ lines, rounds }: ConnectFigures): string {
  const HEADING =
    '[BAT-102] Processor time of a connection: at most 1.2 times that of a websocket-only Socket.IO connection.'
  return `${HEADING}\n\n${relayTable('Connections', String(lines), rounds, { unit: 'ms', digits: 2, most: 1.2 })}`
}

const NAME_OF_WAY: Readonly<Record<Way, string>> = {
  told: 'each page says that its time is over',
  clock: 'no page does: the referee, 2 s later',
}

export function endsTable({ wanted, rounds }: EndFigures): string {
  const HEADING =
    `[BAT-103] ${wanted} battles of two and three that end by the clock in the same second, everybody having answered and all stored: ` +
    'everybody has a result within 1 s of when the end was due. Rounds whose ends lie further apart than a second do not count.'
  const doesCount = ({ battles, apartMs }: EndRound): boolean => battles >= wanted && apartMs <= 1000
  const lines = WAYS.map((way) => {
    const all = rounds.filter((round) => round.way === way)
    const counted = all.filter(doesCount)
    const figures = (pick: (round: EndRound) => number): string =>
      middle((counted.length > 0 ? counted : all).map(pick), 0)
    const isMet = counted.every(({ lastMs }) => lastMs <= 1000)
    return [
      NAME_OF_WAY[way],
      `${counted.length} of ${all.length}`,
      figures(({ battles }) => battles),
      figures(({ players }) => players),
      figures(({ apartMs }) => apartMs),
      figures(({ medianMs }) => medianMs),
      figures(({ lastMs }) => lastMs),
      figures(({ storedMs }) => storedMs),
      counted.length * 2 > all.length ? verdict(isMet, wanted >= WHOLE.endingBattles) : 'NOT MEASURED',
    ]
  })
  const head = [
    'Ended when',
    'rounds that count',
    'battles',
    'players',
    'ends apart, ms',
    'half have a result after, ms',
    'the last after, ms',
    'all stored after, ms',
    '',
  ]
  return `${HEADING}\n\n${table(head, lines)}`
}
