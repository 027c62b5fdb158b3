import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { lazyPage } from '../../lib/lazy-page.tsx'
import { whenIdle } from '../../lib/when-idle.ts'

const AllowanceAlert = lazyPage(() => import('./allowance-alert.tsx').then((part) => part.AllowanceAlert))

/**
 * The alert that today's time is used up, at first open or not, and a function that opens it. Few see it, so it is not in the
 * first load. It is prefetched, because it must work offline.
 */
export function useAllowanceAlert(usedUp: boolean): [alert: ReactNode, show: () => void] {
  const [dialog, setDialog] = useState<'unseen' | 'open' | 'closed'>(usedUp ? 'open' : 'unseen')
  useEffect(() => whenIdle(() => void AllowanceAlert.prefetch()), [])
  const alert = dialog !== 'unseen' && (
    <Suspense>
      <AllowanceAlert open={dialog === 'open'} onClose={() => setDialog('closed')} />
    </Suspense>
  )
  return [alert, () => setDialog('open')]
}
