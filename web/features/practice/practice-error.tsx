import type { ReactNode } from 'react'
import { warn } from '../../lib/log.ts'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { messages } from './messages.en.ts'

/** Catches what breaks while practice is drawn (specification §8); the session kept so far is offered again. */
export function PracticeErrorBoundary({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary
      texts={messages.error}
      onError={(error, stack) => warn(`Practice could not be drawn: ${String(error)}${stack}`)}
    >
      {children}
    </ErrorBoundary>
  )
}
