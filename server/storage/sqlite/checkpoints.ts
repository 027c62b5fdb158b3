import { CheckpointThread, type Identity } from './checkpoint-thread.ts'

/** Long enough that a page which many scores touch is written once for them all, short enough that the journal stays small. */
const AFTER_MS = 1_000

/**
 * Has the journal written into the database's file beside the server's own thread, a moment after each commit. Done by the
 * commit that fills the journal, as the engine would, it holds up every player for as long as the disk takes: 64 MB were
 * 0.15 to 1 s.
 */
export class Checkpoints {
  readonly #path: string
  readonly #identity: () => Identity | null
  #thread: CheckpointThread | null = null
  #timer: NodeJS.Timeout | null = null
  #underWay: Promise<void> | null = null
  #writtenMeanwhile = false
  #ended = false

  /** `identity` tells which file is open now, if any is. */
  constructor(path: string, identity: () => Identity | null) {
    this.#path = path
    this.#identity = identity
  }

  /** Something was committed. */
  committed(): void {
    if (this.#underWay) this.#writtenMeanwhile = true
    else this.#soon()
  }

  /** Resolves when nothing is being written back. */
  async idle(): Promise<void> {
    while (this.#underWay) await this.#underWay
  }

  /** Resolves when nothing is written back any more. */
  async end(): Promise<void> {
    this.#ended = true
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    await this.idle()
    await this.#thread?.end()
  }

  #soon(): void {
    if (this.#timer || this.#ended) return
    this.#timer = setTimeout(() => {
      this.#timer = null
      // Not in the same turn: where no file is open there is nothing to wait for.
      this.#underWay = this.#writeBack().then(() => this.#written())
    }, AFTER_MS).unref()
  }

  async #writeBack(): Promise<void> {
    const identity = this.#identity()
    if (identity) {
      this.#thread ??= new CheckpointThread(this.#path, () => (this.#thread = null))
      await this.#thread.writeBack(identity)
    }
  }

  #written(): void {
    this.#underWay = null
    if (this.#writtenMeanwhile) this.#soon()
    this.#writtenMeanwhile = false
  }
}
