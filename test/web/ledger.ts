import { EventEmitter } from 'node:events'
import { FaultyServer, json, type Reply, type Request } from './faulty-server.ts'

export type Arrival = {
  readonly player: string
  readonly submissionId: string
  readonly seconds: number
  readonly secondsAgo: number
  readonly counted: boolean
}

/** One book behind a faulty server: seconds per player, each submission once. It speaks the contract's time call. */
export class Ledger extends EventEmitter<{ arrival: [Arrival] }> {
  readonly arrivals: Arrival[] = []
  readonly totals = new Map<string, number>()
  readonly #seen = new Set<string>()

  /** A server that answers from this book. */
  serve(): Promise<FaultyServer> {
    return FaultyServer.start((request) => this.#count(request))
  }

  #count(request: Request): Reply {
    const player = request.url.split('/')[4] ?? ''
    const { additionalTime, submissionId, secondsAgo } = JSON.parse(request.body) as Record<string, never>
    const seconds = Number(additionalTime)
    const counted = !this.#seen.has(submissionId ?? '')
    this.#seen.add(submissionId ?? '')
    if (counted) this.totals.set(player, (this.totals.get(player) ?? 0) + seconds)
    const arrival = {
      player,
      submissionId: String(submissionId),
      seconds,
      secondsAgo: Number(secondsAgo),
      counted,
    }
    this.arrivals.push(arrival)
    this.emit('arrival', arrival)
    return json(200, { lastActiveDate: '2026-07-01', timePlayedToday: this.totals.get(player) ?? 0 })
  }
}
