import type { BattleLog } from './battle-log.ts'
import { messagesText, type ProcessMessage } from './process-message.ts'
import type { ProcessId } from './shared-port.ts'

/** Something of a batch, and whose it is: a battle's or a player's, or null where it goes through whatever happens. */
type Tagged<Item> = { readonly of: string | null; readonly item: Item }
type Told = { readonly to: ProcessId; readonly message: ProcessMessage }
type EndedLog = Pick<BattleLog, 'battleId' | 'epochText' | 'seated'>
type HowEnded = { readonly end: string; readonly isStored: boolean }

/**
 * What happened in one turn: the words that are written (as `server/storage/redis/ledger-scripts.ts` reads them), the messages
 * to other processes with them, and what is done here once they are written.
 */
export class LedgerBatch {
  #words: Tagged<readonly string[]>[] = []
  #told: Tagged<Told>[] = []
  #effects: Tagged<() => void>[] = []
  #whenWritten: (() => void)[] = []

  get isEmpty(): boolean {
    return this.#words.length + this.#told.length + this.#effects.length === 0
  }

  /** A battle begins here: `people` take their seats. Refused where one of them has another seat. */
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

  /** A battle is over. `end` is how, or empty where nobody will ask; it waits for `stored` unless that has been. */
  ended({ battleId, epochText, seated }: EndedLog, { end, isStored }: HowEnded): void {
    const isAwaited = end === '' || isStored ? '0' : '1'
    this.#words.push({
      of: battleId,
      item: ['e', battleId, epochText, end, isAwaited, String(seated.size), ...seated],
    })
  }

  /** What was to be stored of an ended battle is stored. */
  stored(battleId: string): void {
    this.#words.push({ of: null, item: ['s', battleId] })
  }

  left(battleId: string, playerId: string): void {
    this.#words.push({ of: battleId, item: ['l', playerId, battleId] })
  }

  /** The line to the player's page is here since then, in the common time; the process that had it before is told. */
  home(playerId: string, sinceMs: number): void {
    this.#words.push({ of: null, item: ['h', playerId, String(sinceMs)] })
  }

  homeLost(playerId: string): void {
    this.#words.push({ of: null, item: ['c', playerId] })
  }

  tell(of: string | null, to: ProcessId, message: ProcessMessage): void {
    this.#told.push({ of, item: { to, message } })
  }

  effect(of: string | null, effect: () => void): void {
    this.#effects.push({ of, item: effect })
  }

  /** Is called when the words are known to be written, and otherwise never. */
  whenWritten(written: () => void): void {
    this.#whenWritten.push(written)
  }

  /** Everything as it is sent from this process: one text for each other process. */
  words(from: ProcessId): string[] {
    const all: string[] = []
    for (const { item } of this.#words) for (const word of item) all.push(word)
    const told = new Map<ProcessId, ProcessMessage[]>()
    for (const { item } of this.#told) {
      const messages = told.get(item.to)
      if (messages) messages.push(item.message)
      else told.set(item.to, [item.message])
    }
    for (const [to, messages] of told) all.push('p', `to:${to}`, messagesText(from, messages))
    return all
  }

  /** What another batch has comes behind. */
  append(other: LedgerBatch): void {
    this.#words = this.#words.concat(other.#words)
    this.#told = this.#told.concat(other.#told)
    this.#effects = this.#effects.concat(other.#effects)
    this.#whenWritten = this.#whenWritten.concat(other.#whenWritten)
  }

  /** The words are written. */
  written(): void {
    for (const written of this.#whenWritten) written()
  }

  /** Does here what was waiting for the words to be written. */
  perform(): void {
    for (const { item } of this.#effects) item()
  }

  /** Forgets what is about these battles and players. */
  without(lost: ReadonlySet<string>): void {
    const isKept = ({ of }: Tagged<unknown>): boolean => of === null || !lost.has(of)
    this.#words = this.#words.filter(isKept)
    this.#told = this.#told.filter(isKept)
    this.#effects = this.#effects.filter(isKept)
  }

  /** What is to be done here stays; what was to be written is written in another way, and what was to be told elsewhere is not. */
  withoutWords(): void {
    this.#words = this.#words.filter(({ of }) => of === null)
    this.#told = []
    this.#whenWritten = []
  }
}
