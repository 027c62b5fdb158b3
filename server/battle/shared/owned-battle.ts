import type { BattlePlan } from '../../../domain/battle-setup.ts'
import { StorageUnavailable } from '../../http/errors.ts'
import { RESULT_KEPT_MS } from '../socket/overload.ts'
import type { Change } from './arena-store.ts'
import { peopleOf } from './battle-record.ts'
import type { SharedContext } from './shared-context.ts'

/**
 * A battle of this process. What happens in it is written before anybody sees it: all of a turn of the event loop in one piece, and
 * no piece before the last one is written. While Redis is unreachable, players see it at once, and the battle is written as a whole
 * later.
 */
export class OwnedBattle {
  readonly battleId: string
  readonly everybody: readonly string[]
  /** Those who have not left. */
  readonly people: Set<string>
  readonly #context: SharedContext
  /** The whole log. */
  readonly #log: string[]
  #end: Change | null = null
  /** Whether Redis has had the battle and has not lost it since. */
  #isClaimed: boolean
  /** Whether Redis may lack parts of the battle. */
  #isStale = false
  #isWriting = false
  #writing: Promise<void> = Promise.resolve()
  #changes: Change[] = []
  #effects: (() => void)[] = []

  constructor(context: SharedContext, plan: BattlePlan, log: string[], isClaimed: boolean) {
    this.#context = context
    this.battleId = plan.battleId
    this.everybody = peopleOf(plan)
    this.people = new Set(this.everybody)
    this.#log = log
    this.#isClaimed = isClaimed
  }

  get isOver(): boolean {
    return this.#end !== null
  }

  readonly change = (...change: Change): void => {
    if (change[0] === 'log') this.#log.push(change[2])
    this.#changes.push(change)
    this.#schedule()
  }

  /** Does something once all changes before it are written. */
  readonly effect = (effect: () => void): void => {
    this.#effects.push(effect)
    this.#schedule()
  }

  readonly ended = (result: string): void => {
    this.#end = ['end', RESULT_KEPT_MS, result]
    this.change(...this.#end)
    this.free()
  }

  /** Nobody is in the battle any more. */
  readonly free = (): void => {
    for (const playerId of this.people) this.change('free', playerId, '')
  }

  /** Redis may lack parts of the battle, or, if it `isEmptied`, all of it: writes it as a whole. */
  readonly restore = (isEmptied: boolean): void => {
    if (isEmptied) this.#isClaimed = false
    this.#isStale = true
    this.#schedule()
  }

  /** Tries again what could not be written. */
  readonly retry = (): void => {
    if (this.#isStale || this.#changes.length + this.#effects.length > 0) this.#schedule()
  }

  #schedule(): void {
    // Another process is to go on; pages send again what was not written.
    if (this.#isWriting || this.#context.membership.isResigning) return
    this.#isWriting = true
    this.#writing = new Promise((resolve) => setImmediate(() => void this.#flush().finally(resolve)))
  }

  /** Resolves once all that can be written now is written, and its effects have run. */
  async written(): Promise<void> {
    for (let last: unknown; last !== this.#writing;) {
      last = this.#writing
      await last
    }
  }

  /** False if another process has the battle. */
  async #write(changes: readonly Change[]): Promise<boolean> {
    const { store, membership, owned } = this.#context
    const people = this.isOver ? [] : [...this.people]
    if (membership.isAway()) throw new StorageUnavailable()
    if (this.#isStale) {
      this.#isStale = false
      if (!(await store.restore(this.battleId, this.#isClaimed, people, this.#log))) return false
      owned.restored(this)
    } else if (!this.#isClaimed && !(await store.claim(this.battleId, this.#log[0] ?? '', people)))
      return false
    this.#isClaimed = true
    return changes.length === 0 || (await store.write(this.battleId, changes))
  }

  /** The log is restored as a whole, and players are directed to the battle anew. */
  #restoredChanges(): Change[] {
    const others = this.#changes.filter(([what]) => what === 'free' || what === 'forget')
    return this.#end ? [this.#end, ...others] : others
  }

  #run(effect: () => void): void {
    try {
      effect()
    } catch (error) {
      this.#context.report(error)
    }
  }

  async #flush(): Promise<void> {
    const { membership, owned, report } = this.#context
    const effects = this.#effects
    const changes = this.#isStale ? this.#restoredChanges() : this.#changes
    this.#changes = []
    this.#effects = []
    try {
      if (!(await this.#write(changes))) return owned.lost(this)
      if (changes.at(-1)?.[0] === 'forget') owned.disown(this)
    } catch (error) {
      report(error)
      this.#isStale = true
      this.#changes = [...changes, ...this.#changes]
      if (!membership.isSure()) this.#effects = effects.splice(0).concat(this.#effects)
    }
    this.#isWriting = false
    for (const effect of effects) this.#run(effect)
    if (!this.#isStale) this.retry()
  }
}
