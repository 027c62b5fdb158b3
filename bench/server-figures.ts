/** The results of one run of the load. */
export type Fired = {
  readonly perSecond: number
  readonly p99Ms: number
  /** Calls with an answer other than 200. */
  readonly failed: number
}

/** The two servers measured one right after the other. */
export type Round = { readonly call: string; readonly bare: Fired; readonly real: Fired }

export type Figures = {
  readonly call: string
  readonly barePerSecond: number
  readonly realPerSecond: number
  /** Median over the rounds of ours divided by the baseline of the same round. */
  readonly ratio: number
  readonly bareP99Ms: number
  readonly realP99Ms: number
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** The medians of a call over its rounds. */
export function compareFigures(call: string, rounds: readonly Round[]): Figures {
  const own = rounds.filter((round) => round.call === call)
  return {
    call,
    barePerSecond: median(own.map(({ bare }) => bare.perSecond)),
    realPerSecond: median(own.map(({ real }) => real.perSecond)),
    ratio: median(own.map(({ bare, real }) => real.perSecond / bare.perSecond)),
    bareP99Ms: median(own.map(({ bare }) => bare.p99Ms)),
    realP99Ms: median(own.map(({ real }) => real.p99Ms)),
  }
}

/** The figures as a Markdown table. */
export function figuresTable(figures: readonly Figures[]): string {
  const rows = figures.map(
    (of) =>
      `| ${of.call} | ${Math.round(of.barePerSecond)} | ${Math.round(of.realPerSecond)} | ${of.ratio.toFixed(2)} | ` +
      `${of.bareP99Ms.toFixed(0)} | ${of.realP99Ms.toFixed(0)} |`,
  )
  return [
    '| Call | bare upsert, calls/s | Tenfold, calls/s | ratio | bare p99, ms | Tenfold p99, ms |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...rows,
  ].join('\n')
}
