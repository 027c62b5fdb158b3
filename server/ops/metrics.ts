import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'
import { ERROR_CODES, type ErrorCode } from '../../contract/error-codes.ts'
import { battleMetrics, type BattleMetrics } from './battle-metrics.ts'

export type BoardName = 'players' | 'states' | 'states_of_all_leagues' | 'battles'

export type Metrics = {
  /** A response was sent; `route` is the pattern. */
  response(labels: { method: string; route: string; status: number }, seconds: number): void
  refusal(code: ErrorCode): void
  scoreStored(): void
  /** A whole board was read from the database and cached. */
  boardComputed(board: BoardName): void
  /** A transaction was committed. */
  batch(jobs: number, seconds: number): void
  readonly battles: BattleMetrics
  /** Prometheus text. */
  text(): Promise<string>
  readonly contentType: string
}

/** The metrics of an app. With `withProcessMetrics`, also memory, CPU and event loop delay of the process. */
export function createMetrics({ withProcessMetrics }: { readonly withProcessMetrics: boolean }): Metrics {
  const registry = new Registry()
  if (withProcessMetrics) collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const responseSeconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  })
  const refusals = new Counter({
    name: 'http_refusals_total',
    help: 'Answers with an error, by code.',
    labelNames: ['code'],
    registers,
  })
  // All codes start at 0, so that monitoring sees the first refusal as an increase.
  for (const code of ERROR_CODES) refusals.inc({ code }, 0)
  const scores = new Counter({
    name: 'scores_stored_total',
    help: 'Practice sessions that were counted.',
    registers,
  })
  const boards = new Counter({
    name: 'boards_computed_total',
    help: 'Whole boards that were read from the database and cached, by board.',
    labelNames: ['board'],
    registers,
  })
  const batchJobs = new Histogram({
    name: 'db_write_batch_jobs',
    help: 'Writes that shared one transaction.',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    registers,
  })
  const batchSeconds = new Histogram({
    name: 'db_write_batch_duration_seconds',
    help: 'Time of a transaction with its commit.',
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
    registers,
  })
  return {
    response: (labels, seconds) => responseSeconds.observe(labels, seconds),
    refusal: (code) => refusals.inc({ code }),
    scoreStored: () => scores.inc(),
    boardComputed: (board) => boards.inc({ board }),
    batch: (jobs, seconds) => {
      batchJobs.observe(jobs)
      batchSeconds.observe(seconds)
    },
    battles: battleMetrics(registry),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
