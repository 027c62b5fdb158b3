import { StorageUnavailable } from '../../http/errors.ts'
import type { SharedContext } from './shared-context.ts'

/** How often a process says that it lives. */
const BEAT_MS = 500
/** A process that was heard so recently has all its battles: others take them after 4 s. */
const SURE_MS = 3_000
/** How long other processes are told of a deleted player: one that has just reached Redis again may not hear it at first. */
const TOLD_FOR_MS = 10_000

/** One of the processes that share an arena: tells the others that it lives, and takes the battles of those that do not. */
export class Membership {
  /** Whether other processes are to take the battles of this one. */
  isResigning = false
  readonly #context: SharedContext
  /** When each process was last heard, also of those that have gone. */
  readonly #heard = new Map<string, number>()
  #heardAtMs = -Infinity
  #began = ''
  /** Since when Redis is unreachable. */
  #awaySinceMs: number | null = null
  /** Whether the battles of this process were its own when Redis became unreachable. */
  #wasSure: boolean | null = null
  /** Whether Redis may say of more battles that they are of this process. */
  #isBehind = false
  #adopting: Promise<void> = Promise.resolve()
  #beating: Promise<void> | null = null
  #isStopped = false
  /** Deleted players, and when the other processes were first told of them; null if they have not been. */
  readonly #deleted = new Map<string, number | null>()

  constructor(context: SharedContext) {
    this.#context = context
  }

  /** While beats go on. What Redis could not be asked for is tried again after the next beat. */
  async #adopt(battleId: string, silentSinceMs: number): Promise<void> {
    try {
      await this.#context.owned.adopt(battleId, silentSinceMs)
    } catch (error) {
      this.#context.report(error)
      if (error instanceof StorageUnavailable) this.#isBehind = true
      // A battle that cannot be read is void, so that its players are free.
      else await this.#context.store.write(battleId, [['forget', '', '']]).catch(() => undefined)
    }
  }

  async #take(taken: readonly (readonly [string, number])[], own: readonly string[], sinceMs: number) {
    const { clock, counts } = this.#context
    const nowMs = clock.nowMs()
    for (const battleId of own) await this.#adopt(battleId, sinceMs)
    // A process that has stopped was there until now.
    for (const [battleId, heardMs] of taken) await this.#adopt(battleId, heardMs || nowMs)
    const stopped = taken.filter(([, heardMs]) => heardMs === 0).length
    if (stopped > 0) counts.tookOver('stopped', stopped)
    if (taken.length > stopped) counts.tookOver('silent', taken.length - stopped)
  }

  async #beatOnce(): Promise<void> {
    const { clock, store, owned, remote, gateway } = this.#context
    const askedAtMs = clock.nowMs()
    const isAsking = this.#isBehind || this.#awaySinceMs !== null
    const { nowMs: redisMs, began, isKnown, heard, taken, own } = await store.beat(isAsking)
    clock.adjust(redisMs, askedAtMs, clock.nowMs())
    // The connection was lost again meanwhile: it is not known what is missing.
    if (store.isUnavailable()) return
    const nowMs = clock.nowMs()
    const [heardAtMs, awaySinceMs, lastBegan] = [this.#heardAtMs, this.#awaySinceMs, this.#began]
    this.#heardAtMs = nowMs
    this.#awaySinceMs = null
    this.#wasSure = null
    this.#began = began
    for (const [process, heardMs] of heard) this.#heard.set(process, heardMs)
    if (isAsking) this.#isBehind = false
    // Redis was away, or has lost its data, or another process took the battles of this one.
    if (lastBegan !== '' && (awaySinceMs !== null || !isKnown)) {
      owned.restoreAll(began !== lastBegan)
      gateway().announcePages()
      remote.reconnected(awaySinceMs ?? heardAtMs, began !== lastBegan)
    }
    this.#adopting = this.#adopting.then(() => this.#take(taken, own, awaySinceMs ?? nowMs))
    owned.retry()
    remote.retry()
    for (const playerId of this.#deleted.keys()) void this.announceDeleted(playerId)
  }

  #beat(): Promise<void> {
    if (this.isResigning || this.#isStopped) return Promise.resolve()
    this.#beating ??= this.#beatOnce().finally(() => {
      this.#beating = null
    })
    return this.#beating
  }

  #beatRegularly(): void {
    if (this.#isStopped) return
    this.#context.clock.later(BEAT_MS, () => this.#beatRegularly())
    if (!this.#context.store.isUnavailable()) this.#beat().catch(this.#context.report)
  }

  /** Resolves once the other processes know this one. */
  readonly start = async (): Promise<void> => {
    await this.#context.store.subscribe('deleted')
    await this.#beat()
    this.#beatRegularly()
  }

  readonly unavailable = (): void => {
    this.#awaySinceMs ??= this.#context.clock.nowMs()
    this.isSure()
  }

  readonly back = (): void => void this.#beat().catch(this.#context.report)

  /** Whether Redis is unreachable, or it is not known yet what it still has. */
  readonly isAway = (): boolean => this.#awaySinceMs !== null

  /** When Redis became unreachable; now if it has not. */
  readonly reachableUntilMs = (): number => this.#awaySinceMs ?? this.#context.clock.nowMs()

  /** Whether no other process can have taken the battles of this one while Redis is unreachable. */
  readonly isSure = (): boolean => (this.#wasSure ??= this.#context.clock.nowMs() - this.#heardAtMs < SURE_MS)

  /** When that process was last heard, if it is not heard any more; otherwise now. */
  readonly lastHeardMs = (process: string): number => {
    const nowMs = this.#context.clock.nowMs()
    const heardMs = this.#heard.get(process) ?? nowMs
    return heardMs > 0 && nowMs - heardMs > 3 * BEAT_MS ? heardMs : nowMs
  }

  /** Tells the other processes that the player is deleted, again and again for a while. Never rejects. */
  readonly announceDeleted = async (playerId: string): Promise<void> => {
    const { clock, store } = this.#context
    const sinceMs = this.#deleted.get(playerId) ?? null
    this.#deleted.set(playerId, sinceMs)
    const isTold = await store.publish('deleted', playerId).then(
      () => true,
      () => false,
    )
    const nowMs = clock.nowMs()
    if (sinceMs !== null && nowMs - sinceMs > TOLD_FOR_MS) this.#deleted.delete(playerId)
    else if (isTold && sinceMs === null) this.#deleted.set(playerId, nowMs)
  }

  /** Stops, so that other processes take the battles of this one. The last process takes all there are; then it is false. */
  readonly resign = async (): Promise<boolean> => {
    if (this.isAway()) return false
    try {
      // A beat after that would undo it.
      this.isResigning = true
      await this.#beating
      if (await this.#context.store.resign()) return true
      await this.#beatOnce()
      await this.#adopting
    } catch (error) {
      this.#context.report(error)
    }
    this.isResigning = false
    return false
  }

  /** Resolves once the other processes know that this one has stopped. */
  readonly stop = async (): Promise<void> => {
    this.#isStopped = true
    await this.#beating?.catch(() => undefined)
    if (!this.isResigning && !this.isAway()) await this.#context.store.resign().catch(this.#context.report)
  }
}
