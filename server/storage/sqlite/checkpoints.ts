import { CheckpointThread, type Identity } from './checkpoint-thread.ts'

/** Long enough that a hot page is written once for many scores, short enough to keep the WAL small. */
const AFTER_MS = 1_000

/**
 * Checkpoints the WAL on a worker thread, shortly after each commit. SQLite's automatic checkpoints would run in the commit that
 * fills the WAL and block every player: 0.15 to 1 s for 64 MB.
 */
export class Checkpoints {
  readonly #path: string
  readonly #identity: () => Identity | null
  #thread: CheckpointThread | null = null
  #timer: NodeJS.Timeout | null = null
  #inFlight: Promise<void> | null = null
  #isAgainNeeded = false
  #ended = false

  /** `identity` returns which file is open now, if any. */
  constructor(path: string, identity: () => Identity | null) {
    this.#path = path
    this.#identity = identity
  }

  committed(): void {
    if (this.#inFlight) this.#isAgainNeeded = true
    else this.#schedule()
  }

  /** Resolves when no checkpoint is running. */
  async idle(): Promise<void> {
    while (this.#inFlight) await this.#inFlight
  }

  /** Stops; resolves when the thread has ended. */
  async end(): Promise<void> {
    this.#ended = true
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    await this.idle()
    await this.#thread?.end()
  }

  #schedule(): void {
    if (this.#timer || this.#ended) return
    this.#timer = setTimeout(() => {
      this.#timer = null
      // `then` defers #finished even if no file is open: it must run after this assignment.
      this.#inFlight = this.#run().then(() => this.#finished())
    }, AFTER_MS).unref()
  }

  async #run(): Promise<void> {
    const identity = this.#identity()
    if (identity) {
      this.#thread ??= new CheckpointThread(this.#path, () => (this.#thread = null))
      await this.#thread.checkpoint(identity)
    }
  }

  #finished(): void {
    this.#inFlight = null
    if (this.#isAgainNeeded) this.#schedule()
    this.#isAgainNeeded = false
  }
}
