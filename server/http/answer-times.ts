/** Upper bounds of the buckets in seconds; slower responses count only in `+Inf`. */
const BOUNDS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5] as const

const NAME = 'http_request_duration_seconds'

const HEAD = [
  `# HELP ${NAME} Time from the arrival of a request to the end of its answer.`,
  `# TYPE ${NAME} histogram`,
]

/** Responses of one method, route and status. */
type Kind = {
  /** In Prometheus text format (prometheus.io/docs/instrumenting/exposition_formats). */
  readonly labels: string
  /** Counts per bucket, not cumulative. */
  readonly within: number[]
  count: number
  sumSeconds: number
}

function linesOf({ labels, within, count, sumSeconds }: Kind): string[] {
  let soFar = 0
  const buckets = BOUNDS_SECONDS.map((bound, place) => {
    soFar += within[place] ?? 0
    return `${NAME}_bucket{le="${bound}",${labels}} ${soFar}`
  })
  return [
    ...buckets,
    `${NAME}_bucket{le="+Inf",${labels}} ${count}`,
    `${NAME}_sum{${labels}} ${sumSeconds}`,
    `${NAME}_count{${labels}} ${count}`,
  ]
}

/**
 * A histogram of response times. prom-client's looks up labels for each observation, which would be a fifth of our CPU time for a
 * cached board (docs/performance.md).
 */
export class AnswerTimes {
  readonly #kinds = new Map<string, Kind>()

  /** Returns a function that records a response time. Labels need no escaping: no method or route contains quotes. */
  kind(method: string, route: string, status: number): (seconds: number) => void {
    const labels = `method="${method}",route="${route}",status="${status}"`
    const kind: Kind = this.#kinds.get(labels) ?? {
      labels,
      within: BOUNDS_SECONDS.map(() => 0),
      count: 0,
      sumSeconds: 0,
    }
    this.#kinds.set(labels, kind)
    return (seconds) => {
      kind.count += 1
      kind.sumSeconds += seconds
      for (let place = 0; place < BOUNDS_SECONDS.length; place += 1) {
        if (seconds > (BOUNDS_SECONDS[place] ?? 0)) continue
        kind.within[place] = (kind.within[place] ?? 0) + 1
        return
      }
    }
  }

  /** Prometheus text. */
  text(): string {
    return [...HEAD, ...[...this.#kinds.values()].flatMap(linesOf), ''].join('\n')
  }
}
