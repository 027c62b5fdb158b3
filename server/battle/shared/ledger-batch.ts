import type { BattleLog } from './battle-log.ts'
import { messagesText, type ProcessMessage } from './process-message.ts'
import type { ProcessId } from './shared-port.ts'

/** An item of a batch with the battle or player it belongs to, or null if it is to be kept whatever happens. */
type Tagged<Item> = { readonly of: string | null; readonly item: Item }
type Outgoing = { readonly to: ProcessId; readonly message: ProcessMessage }
type EndedLog = Pick<BattleLog, 'battleId' | 'epochText' | 'seated'>
type HowEnded = { readonly end: string; readonly isStored: boolean }

/**
 * What happened in one turn of the event loop: the words to write (in the format of `server/storage/redis/ledger-scripts.ts`),
 * messages to other processes, and effects to run here once the words are written.
 */
export class LedgerBatch {
  #words: Tagged<readonly string[]>[] = []
  #outgoing: Tagged<Outgoing>[] = []
  #effects: Tagged<() => void>[] = []
  #whenWritten: (() => void)[] = []

  get isEmpty(): boolean {
    return this.#words.length + this.#outgoing.length + this.#effects.length === 0
  }

  /** A battle starts here and `people` take their seats. Rejected if one of them has another seat. */
  opened(
    battleId: string,
    epoch: number,
    entries: readonly [string, string],
    people: readonly string[],
  ): void {
    this.#words.push({
      of: battleId,
      item: ['o', battleId, String(epoch), ...entries, String(people.length), ...people],
    })
  }

  happened(battleId: string, epoch: string, entry: string): void {
    this.#words.push({ of: battleId, item: ['a', battleId, epoch, entry] })
  }

  /** A battle has ended. `end` is its result, or empty if there is none; it waits for `stored` unless that was called already. */
  ended({ battleId, epochText, seated }: EndedLog, { end, isStored }: HowEnded): void {
    const isAwaited = end === '' || isStored ? '0' : '1'
    this.#words.push({
      of: battleId,
      item: ['e', battleId, epochText, end, isAwaited, String(seated.size), ...seated],
    })
  }

  /** An ended battle is stored in the database. */
  stored(battleId: string): void {
    this.#words.push({ of: null, item: ['s', battleId] })
  }

  left(battleId: string, playerId: string): void {
    this.#words.push({ of: battleId, item: ['l', playerId, battleId] })
  }

  /** The player's page is connected here since `sinceMs`, in shared time. The previous line owner is notified. */
  lineHere(playerId: string, sinceMs: number): void {
    this.#words.push({ of: null, item: ['h', playerId, String(sinceMs)] })
  }

  lineClosed(playerId: string): void {
    this.#words.push({ of: null, item: ['c', playerId] })
  }

  send(of: string | null, to: ProcessId, message: ProcessMessage): void {
    this.#outgoing.push({ of, item: { to, message } })
  }

  effect(of: string | null, effect: () => void): void {
    this.#effects.push({ of, item: effect })
  }

  /** Calls back once the words are known to be written; never if that is unknown. */
  whenWritten(written: () => void): void {
    this.#whenWritten.push(written)
  }

  /** Everything to write, with one message text per other process. */
  words(from: ProcessId): string[] {
    const all: string[] = []
    for (const { item } of this.#words) for (const word of item) all.push(word)
    const byProcess = new Map<ProcessId, ProcessMessage[]>()
    for (const { item } of this.#outgoing) {
      const messages = byProcess.get(item.to)
      if (messages) messages.push(item.message)
      else byProcess.set(item.to, [item.message])
    }
    for (const [to, messages] of byProcess) all.push('p', `to:${to}`, messagesText(from, messages))
    return all
  }

  append(other: LedgerBatch): void {
    this.#words = this.#words.concat(other.#words)
    this.#outgoing = this.#outgoing.concat(other.#outgoing)
    this.#effects = this.#effects.concat(other.#effects)
    this.#whenWritten = this.#whenWritten.concat(other.#whenWritten)
  }

  /** Call when the words are written. */
  written(): void {
    for (const written of this.#whenWritten) written()
  }

  /** Runs the effects. */
  runEffects(): void {
    for (const { item } of this.#effects) item()
  }

  /** Drops the items of these battles and players. */
  without(lost: ReadonlySet<string>): void {
    const isKept = ({ of }: Tagged<unknown>): boolean => of === null || !lost.has(of)
    this.#words = this.#words.filter(isKept)
    this.#outgoing = this.#outgoing.filter(isKept)
    this.#effects = this.#effects.filter(isKept)
  }

  /** Keeps effects and untagged words. Drops the other words, because the logs are rewritten, and messages to other processes. */
  withoutWords(): void {
    this.#words = this.#words.filter(({ of }) => of === null)
    this.#outgoing = []
    this.#whenWritten = []
  }
}
