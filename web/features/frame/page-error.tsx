import { useEffect, type ReactNode } from 'react'
import { forgetFailedPages } from '../../lib/lazy-page.tsx'
import { warn } from '../../lib/log.ts'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { frameMessages } from './messages.en.ts'

type Props = {
  /** For the log. Give the boundary this as its `key` as well: another page gets another chance. */
  page: string
  children: ReactNode
}

/** Catches what breaks while a page is drawn or fetched, and offers a way on instead of a blank page. */
export function PageErrorBoundary({ page, children }: Props) {
  useEffect(() => forgetFailedPages, [])
  return (
    <ErrorBoundary
      texts={frameMessages.error}
      onError={(error, stack) => warn(`The page ${page} could not be drawn: ${String(error)}${stack}`)}
      onTryAgain={forgetFailedPages}
    >
      {children}
    </ErrorBoundary>
  )
}
