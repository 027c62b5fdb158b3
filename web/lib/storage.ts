/** The part of the browser's storage that is used. */
export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** Validates parsed JSON; null if invalid. May throw, which counts as null. */
type Revive<Value> = (json: unknown) => Value | null

/** The result of a read; `broken` if the value is invalid. */
export type Found<Value> =
  | { readonly kind: 'missing' }
  | { readonly kind: 'broken' }
  | { readonly kind: 'value'; readonly value: Value }

export type DurableStore = {
  /** Null if there is no value or an invalid one. Never throws. */
  read<Value>(key: string, revive: Revive<Value>): Value | null
  /** As `read`, but distinguishes missing and invalid values. Never throws. */
  find<Value>(key: string, revive: Revive<Value>): Found<Value>
  /** Stores the value. False if it is only in memory (storage full, disabled or broken). Never throws. */
  write(key: string, value: unknown): boolean
  remove(key: string): void
  /** The keys with this prefix, in no particular order. */
  keys(prefix: string): string[]
}

/**
 * A store that never fails: values that the browser's storage rejects are kept in memory, and moved to storage when there is room.
 * `open` is called each time, because in some browsers `window.localStorage` throws, which may change while the page is open.
 */
export function createDurableStore(open: () => KeyValueStorage | null): DurableStore {
  const refused = new Map<string, string>()

  function attempt<Value>(action: (storage: KeyValueStorage) => Value): Value | undefined {
    try {
      const storage = open()
      return storage ? action(storage) : undefined
    } catch {
      return undefined
    }
  }

  function put(key: string, text: string): boolean {
    const stored = attempt((storage) => {
      storage.setItem(key, text)
      // Some private modes accept a write without storing it.
      return storage.getItem(key) === text
    })
    if (stored) refused.delete(key)
    else refused.set(key, text)
    return stored === true
  }

  function find<Value>(key: string, revive: Revive<Value>): Found<Value> {
    try {
      const text = refused.get(key) ?? open()?.getItem(key) ?? null
      if (text === null) return { kind: 'missing' }
      const value = revive(JSON.parse(text))
      return value === null ? { kind: 'broken' } : { kind: 'value', value }
    } catch {
      return { kind: 'broken' }
    }
  }

  return {
    find,
    read(key, revive) {
      const found = find(key, revive)
      return found.kind === 'value' ? found.value : null
    },
    write: (key, value) => put(key, JSON.stringify(value)),
    remove(key) {
      refused.delete(key)
      attempt((storage) => storage.removeItem(key))
      for (const [waiting, text] of refused) if (!put(waiting, text)) break
    },
    keys(prefix) {
      const stored = attempt((storage) =>
        Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? ''),
      )
      return [...new Set([...(stored ?? []), ...refused.keys()])].filter((key) => key.startsWith(prefix))
    },
  }
}

let localStorageOf = (): KeyValueStorage | null =>
  typeof window === 'undefined' ? null : window.localStorage

/** The store of this browser. */
export const browserStore: DurableStore = createDurableStore(() => localStorageOf())

/** From now on, this page uses `storage` instead of the browser's. */
export function replaceBrowserStorage(storage: KeyValueStorage): void {
  localStorageOf = () => storage
}

/** The store of this tab; it survives a reload. */
export const tabStore: DurableStore = createDurableStore(() =>
  typeof window === 'undefined' ? null : window.sessionStorage,
)

/** Reads from the browser's store; null if there is no value or an invalid one. Never throws. */
export function readStored<Value>(key: string, revive: Revive<Value>): Value | null {
  return browserStore.read(key, revive)
}

/** As `readStored`, but distinguishes missing and invalid values, for the warning of specification §8. */
export function findStored<Value>(key: string, revive: Revive<Value>): Found<Value> {
  return browserStore.find(key, revive)
}

/** Writes to the browser's store; false if the value is only in memory. Never throws. */
export function writeStored(key: string, value: unknown): boolean {
  return browserStore.write(key, value)
}

/** Removes from the browser's store. Never throws. */
export function removeStored(key: string): void {
  browserStore.remove(key)
}
