import { Refusal } from '../http/errors.ts'

/** The requester of a job. Empty strings mean unspecified and share one place. */
export type Requester = {
  /** The key of the network address. */
  readonly address: string
  readonly account: string
  /** Whether this browser has signed in to the account before. */
  readonly isKnown: boolean
  /** Whether the client has closed its connection. */
  isDisconnected(): boolean
}

/** The requester of operator commands. */
export const OPERATOR: Requester = {
  address: '',
  account: '',
  isKnown: true,
  isDisconnected: () => false,
}

const RETRY_AFTER_SECONDS = 10
/** How many past turns are remembered. */
const MAX_TURNS = 10_000

const refusal = (): Refusal => {
  const sentence = 'Too many people are signing in right now. Please try again soon.'
  return new Refusal(503, 'too_many_requests', sentence, RETRY_AFTER_SECONDS)
}

type Job = {
  readonly requester: Requester
  /** Keys of the address, and of address and account. */
  readonly shares: readonly [string, string]
  start(): void
  refuse(error: Refusal): void
}

function sharesOf({ address, account }: Requester): Job['shares'] {
  return [address, JSON.stringify([address, account])]
}

const isDisconnected = ({ requester }: Job): boolean => requester.isDisconnected()

/** Pending jobs in fair order: addresses take turns, then accounts of an address. */
class Lane {
  readonly #max: number
  readonly #turns = new Map<string, number>()
  #waiting: Job[] = []
  #turn = 0
  running = 0

  constructor(max: number) {
    this.#max = max
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0
  }

  /** When full, refuses the newest job of the address with the most jobs, which may be this one. */
  add(job: Job): void {
    this.#waiting.push(job)
    if (this.#waiting.length <= this.#max) return
    this.#dropDisconnected()
    if (this.#waiting.length <= this.#max) return
    const counts = new Map<string, number>()
    for (const { requester } of this.#waiting)
      counts.set(requester.address, (counts.get(requester.address) ?? 0) + 1)
    const most = Math.max(...counts.values())
    const last = this.#waiting.findLast(({ requester }) => counts.get(requester.address) === most)
    if (!last) return
    this.#remove(last)
    last.refuse(refusal())
  }

  next(): Job | null {
    this.#dropDisconnected()
    const [first, ...others] = this.#waiting
    if (!first) return null
    const job = others.reduce((best, other) => (this.#isBefore(other, best) ? other : best), first)
    this.#remove(job)
    this.#recordTurn(job)
    return job
  }

  #remove(job: Job): void {
    this.#waiting.splice(this.#waiting.indexOf(job), 1)
  }

  #dropDisconnected(): void {
    const gone = this.#waiting.filter(isDisconnected)
    if (gone.length === 0) return
    this.#waiting = this.#waiting.filter((job) => !gone.includes(job))
    for (const job of gone) job.refuse(refusal())
  }

  /** The job whose keys had their turn longest ago comes first; on a tie, the oldest job. */
  #isBefore(one: Job, other: Job): boolean {
    for (const [index, share] of one.shares.entries()) {
      const mine = this.#turns.get(share) ?? 0
      const theirs = this.#turns.get(other.shares[index] ?? '') ?? 0
      if (mine !== theirs) return mine < theirs
    }
    return false
  }

  #recordTurn({ shares }: Job): void {
    this.#turn += 1
    for (const share of shares) {
      this.#turns.delete(share)
      this.#turns.set(share, this.#turn)
    }
    for (const share of this.#turns.keys()) {
      if (this.#turns.size <= MAX_TURNS) return
      this.#turns.delete(share)
    }
  }
}

export type FairQueueSizes = {
  /** Concurrent jobs; at least 2. */
  readonly concurrency: number
  /** Pending jobs in each of the two lanes. */
  readonly maxWaiting: number
}

type FairQueue = {
  /** Rejects with a 503 Refusal, without running, if the queue is full or the client has disconnected by its turn. */
  run<T>(requester: Requester, work: () => Promise<T>): Promise<T>
}

/**
 * Runs slow jobs in two lanes, known browsers and strangers. One slot is reserved for known browsers, and strangers get at least one
 * slot while any of them waits.
 */
export function fairQueue({ concurrency: atOnce, maxWaiting }: FairQueueSizes): FairQueue {
  const known = new Lane(maxWaiting)
  const strangers = new Lane(maxWaiting)

  const nextLane = (): Lane | null => {
    if (known.running + strangers.running >= atOnce) return null
    const strangersMay = !strangers.isEmpty && strangers.running < atOnce - 1
    if (strangersMay && (strangers.running === 0 || known.isEmpty)) return strangers
    return known.isEmpty ? null : known
  }

  const fill = (): void => {
    for (let lane = nextLane(); lane; lane = nextLane()) {
      const job = lane.next()
      if (!job) continue
      lane.running += 1
      job.start()
    }
  }

  return {
    run: async (requester, work) => {
      const lane = requester.isKnown ? known : strangers
      await new Promise<void>((start, refuse) => {
        lane.add({ requester, shares: sharesOf(requester), start, refuse })
        fill()
      })
      try {
        return await work()
      } finally {
        lane.running -= 1
        fill()
      }
    },
  }
}
