import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { TODAYS_TEN } from '../../domain/todays-ten.ts'
import { currentGuest, currentRemainingSeconds, startGuest, useGuest } from '../features/guest/guest-store.ts'
import { useAllowanceAlert } from '../features/guest/use-allowance-alert.tsx'
import { useTodaysTen } from '../features/today/use-todays-ten.ts'
import { GUEST } from '../lib/learning-key.ts'
import { RESUME_SESSION } from '../lib/practice-key.ts'
import type { Today } from '../lib/todays-ten.ts'

type GuestTen = {
  readonly ten: Today
  /** Starts or continues Today's ten, or shows the alert that today's time is used up. Makes the guest first, and shows home. */
  readonly play: () => void
  readonly alert: ReactNode
  readonly showAlert: () => void
}

/** Today's ten of the guest on this device. */
export function useGuestTen(): GuestTen {
  const { today } = useGuest()
  const [, navigate] = useLocation()
  const [alert, showAlert] = useAllowanceAlert(false)
  const ten = useTodaysTen(GUEST, today)

  function play(): void {
    if (currentGuest() === null) {
      startGuest()
      navigate('/guest')
    } else if (currentRemainingSeconds() <= 0 && !ten.isInterrupted) showAlert()
    else navigate(`/practice/${TODAYS_TEN}?guest=true`, { state: ten.isInterrupted ? RESUME_SESSION : null })
  }

  return { ten, play, alert, showAlert }
}
