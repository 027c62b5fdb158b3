import { use, type ComponentType, type ReactNode } from 'react'

type Load<Props> = () => Promise<ComponentType<Props>>

/** A page whose code is fetched when it is first shown, or before. */
export type LazyPage<Props> = ((props: Props) => ReactNode) & {
  /** Fetches the code without showing anything. A failure is kept quiet, and tried again when the page is shown. */
  readonly prefetch: () => Promise<void>
}

const forgetters = new Set<() => void>()

/**
 * Like React's `lazy`, with two differences that matter here: a page whose code is already there is drawn in the same
 * frame, and one whose code could not be fetched can be tried again (see `forgetFailedPages`).
 */
export function lazyPage<Props extends object>(load: Load<Props>): LazyPage<Props> {
  let ready: ComponentType<Props> | null = null
  let fetching: Promise<ComponentType<Props>> | null = null
  let failed = false

  function fetchOnce(): Promise<ComponentType<Props>> {
    fetching ??= load().then(
      (page) => {
        ready = page
        return page
      },
      (error: unknown) => {
        failed = true
        throw error
      },
    )
    return fetching
  }

  function forgetFailure(): void {
    if (!failed) return
    failed = false
    fetching = null
  }

  forgetters.add(forgetFailure)
  return Object.assign(
    function Page(props: Props) {
      const Ready = ready ?? use(fetchOnce())
      return <Ready {...props} />
    },
    {
      prefetch: () => fetchOnce().then(() => undefined, forgetFailure),
    },
  )
}

/** Lets pages whose code could not be fetched try again when they are next drawn. */
export function forgetFailedPages(): void {
  for (const forget of forgetters) forget()
}
