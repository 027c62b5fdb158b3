/** Upper bounds in seconds; what takes longer than the last counts in none of them. */
const BOUNDS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5] as const

const NAME = 'http_request_duration_seconds'

const HEAD = [
  `# HELP ${NAME} Time from the arrival of a request to the end of its answer.`,
  `# TYPE ${NAME} histogram`,
]

/** Answers of one method, route and status. */
type Kind = {
  /** As the text format wants them (prometheus.io/docs/instrumenting/exposition_formats). */
  readonly labels: string
  /** How many ended within each bound but not within the one before. */
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
 * A histogram of how long answers took. The library's, which looks its labels up anew for each one, takes a fifth of what our
 * part of a ready board's answer costs (docs/performance.md).
 */
export class AnswerTimes {
  readonly #kinds = new Map<string, Kind>()

  /** Counts answers of one kind, each with its seconds. What names the kind holds no quotes: Node and we allow no such name. */
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

  /** All of it in Prometheus text. */
  text(): string {
    return [...HEAD, ...[...this.#kinds.values()].flatMap(linesOf), ''].join('\n')
  }
}
