import { median, quantile, table } from './boards-figures.ts'

export const KINDS = ['top 50', 'top 50, with a token', 'top 50, through a proxy'] as const
/** The requests: without a token; with tokens of players outside the list; from many addresses, each counted. */
export type Kind = (typeof KINDS)[number]

export type Slice = {
  readonly perSecond: number
  /** Answers per CPU second of the server. */
  readonly perProcessorSecond: number
  /** The share of its core that the server used, 0 to 1. */
  readonly busy: number
  readonly p99Ms: number
}

/** Both servers, measured one right after the other. */
export type Round = { readonly kind: Kind; readonly constant: Slice; readonly tenfold: Slice }

const TARGET = 0.8
const HEADING =
  '[LB-42] A top-50 board over HTTP: at least 0.8 of the answers a second that the framework gives for a constant buffer of that size.'

function linesOf(rounds: readonly Round[]): string[][] {
  return KINDS.flatMap((kind) => {
    const own = rounds.filter((round) => round.kind === kind)
    if (own.length === 0) return []
    const ratios = own.map(({ constant, tenfold }) => tenfold.perSecond / constant.perSecond)
    const costs = own.map(({ constant, tenfold }) => tenfold.perProcessorSecond / constant.perProcessorSecond)
    const middle = (pick: (round: Round) => number): number => median(own.map(pick))
    return [
      [
        kind,
        middle(({ constant }) => constant.perSecond).toFixed(0),
        middle(({ tenfold }) => tenfold.perSecond).toFixed(0),
        median(ratios).toFixed(2),
        `${quantile(ratios, 0).toFixed(2)}-${quantile(ratios, 1).toFixed(2)}`,
        median(costs).toFixed(2),
        `${middle(({ constant }) => constant.busy * 100).toFixed(0)} / ${middle(({ tenfold }) => tenfold.busy * 100).toFixed(0)}`,
        `${middle(({ constant }) => constant.p99Ms).toFixed(0)} / ${middle(({ tenfold }) => tenfold.p99Ms).toFixed(0)}`,
        median(ratios) >= TARGET ? 'met' : 'MISSED',
      ],
    ]
  })
}

/** Medians over the rounds as a Markdown table; the ratio is that of each round's own two slices. */
export function answersTable(rounds: readonly Round[]): string {
  const head = [
    'Answer',
    'constant, a second',
    'Tenfold, a second',
    'ratio',
    'lowest-highest',
    'ratio by processor time',
    'core busy, %',
    'p99, ms',
    'target 0.8',
  ]
  return `${HEADING}\n\n${table(head, linesOf(rounds))}`
}
