/** Runs work for the same key sequentially, even after failures; different keys run concurrently. */
type KeyedMutex = <T>(key: string, work: () => Promise<T>) => Promise<T>

/** A mutex per key; idle keys take no memory. */
export function keyedMutex(): KeyedMutex {
  const lasts = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const before = lasts.get(key)
    const doing = (async () => {
      await before
      return await work()
    })()
    const settled = Promise.allSettled([doing])
    lasts.set(key, settled)
    try {
      return await doing
    } finally {
      if (lasts.get(key) === settled) lasts.delete(key)
    }
  }
}
