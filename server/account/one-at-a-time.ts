/** Does work for one key after what was begun for it before, whatever became of that; other keys do not wait. */
type OneAtATime = <T>(key: string, work: () => Promise<T>) => Promise<T>

/** A queue for each key, dropped when it is empty. */
export function oneAtATime(): OneAtATime {
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
