import type { KeyValueStorage } from '../../web/lib/storage.ts'

/** How the storage behaves: as it should, full, silently keeping nothing, or throwing at every touch. */
export type StorageMood = 'working' | 'full' | 'forgetful' | 'throwing'

/** The browser's storage as an object, with the moods that real ones have. */
export class MemoryStorage implements KeyValueStorage {
  mood: StorageMood = 'working'
  readonly #texts = new Map<string, string>()

  get length(): number {
    this.#check()
    return this.#texts.size
  }

  key(index: number): string | null {
    this.#check()
    return [...this.#texts.keys()][index] ?? null
  }

  getItem(key: string): string | null {
    this.#check()
    return this.#texts.get(key) ?? null
  }

  setItem(key: string, text: string): void {
    this.#check()
    if (this.mood === 'full') throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    if (this.mood === 'working') this.#texts.set(key, text)
  }

  removeItem(key: string): void {
    this.#check()
    this.#texts.delete(key)
  }

  #check(): void {
    if (this.mood === 'throwing') throw new DOMException('The operation is insecure.', 'SecurityError')
  }
}
