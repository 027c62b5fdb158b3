import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { lazyPage } from '../../lib/lazy-page.tsx'
import { whenIdle } from '../../lib/when-idle.ts'

const AllowanceAlert = lazyPage(() => import('./allowance-alert.tsx').then((part) => part.AllowanceAlert))

/**
 * The alert that the day's time is used up, open from the start or not yet, and what opens it. Few see it, so it is no part
 * of the first load; yet it must be here when the network is not.
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
