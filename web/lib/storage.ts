/** The part of the browser's storage that is used; a plain object with these works as well. */
export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** Turns parsed JSON of unknown shape into a value, or null when it is not one. May throw; that counts as null. */
type Revive<Value> = (json: unknown) => Value | null

/** What a read found: nothing, something that is not a value, or the value. */
export type Found<Value> =
  | { readonly kind: 'missing' }
  | { readonly kind: 'broken' }
  | { readonly kind: 'value'; readonly value: Value }

export type DurableStore = {
  /** The value under the key, or null when there is none or it is garbage. Never throws. */
  read<Value>(key: string, revive: Revive<Value>): Value | null
  /** As `read`, telling "nothing there" from "there, but unreadable". Never throws. */
  find<Value>(key: string, revive: Revive<Value>): Found<Value>
  /** Keeps the value; false when it will not outlive the page (storage full, disabled or broken). Never throws. */
  write(key: string, value: unknown): boolean
  remove(key: string): void
  /** Every key that starts with the prefix, in no particular order. */
  keys(prefix: string): string[]
}

/**
 * A store over the browser's storage that cannot fail: what storage refuses is kept in memory, is read from there
 * first, and moves to storage when room is made. `open` is asked each time because the mere access to
 * `window.localStorage` throws in some browsers, and may start or stop doing so while the page is open.
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
      // Some private modes accept a write and keep nothing.
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

/** What this browser keeps. */
export const browserStore: DurableStore = createDurableStore(() => localStorageOf())

/** From now on this page keeps there what it would keep in the browser. */
export function keepInstead(storage: KeyValueStorage): void {
  localStorageOf = () => storage
}

/** What this tab keeps: it outlives a reload, and is gone with the tab. */
export const tabStore: DurableStore = createDurableStore(() =>
  typeof window === 'undefined' ? null : window.sessionStorage,
)

/** The value under the key in this browser, or null when there is none or it is garbage. Never throws. */
export function readStored<Value>(key: string, revive: Revive<Value>): Value | null {
  return browserStore.read(key, revive)
}

/** As `readStored`, telling "nothing there" from "there, but unreadable", for the warning of specification §8. */
export function findStored<Value>(key: string, revive: Revive<Value>): Found<Value> {
  return browserStore.find(key, revive)
}

/** Keeps a JSON value in this browser; false when it will not outlive the page. Never throws. */
export function writeStored(key: string, value: unknown): boolean {
  return browserStore.write(key, value)
}

/** Forgets the value under the key. Never throws. */
export function removeStored(key: string): void {
  browserStore.remove(key)
}
