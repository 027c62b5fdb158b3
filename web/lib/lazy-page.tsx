import { use, type ComponentType, type ReactNode } from 'react'

type Load<Props> = () => Promise<ComponentType<Props>>

/** A page whose code is loaded on first use, or before. */
export type LazyPage<Props> = ((props: Props) => ReactNode) & {
  /** Loads the code. A failure is ignored; it is loaded again when the page is shown. */
  readonly prefetch: () => Promise<void>
}

const resetters = new Set<() => void>()

/**
 * Like React's `lazy`, but a page whose code is loaded renders synchronously, and a failed load can be retried
 * (`retryFailedPages`).
 */
export function lazyPage<Props extends object>(load: Load<Props>): LazyPage<Props> {
  let fetching: Promise<ComponentType<Props>> | null = null
  let failed = false

  function fetchOnce(): Promise<ComponentType<Props>> {
    if (fetching) return fetching
    const loading = load().then(
      (page) => {
        // React reads these fields of a promise, and then renders loaded content at once.
        Object.assign(loading, { status: 'fulfilled', value: page })
        return page
      },
      (error: unknown) => {
        failed = true
        throw error
      },
    )
    fetching = loading
    return loading
  }

  function resetFailure(): void {
    if (!failed) return
    failed = false
    fetching = null
  }

  resetters.add(resetFailure)
  return Object.assign(
    function Page(props: Props) {
      const Ready = use(fetchOnce())
      return <Ready {...props} />
    },
    {
      prefetch: () => fetchOnce().then(() => undefined, resetFailure),
    },
  )
}

/** Makes pages whose code failed to load try again when they are rendered next. */
export function retryFailedPages(): void {
  for (const forget of resetters) forget()
}
