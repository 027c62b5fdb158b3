import { useLocation } from 'wouter'
import { isStudentHere } from '../../lib/signed-in.ts'
import { Button } from '../../ui/button.tsx'
import { Back } from './icons.tsx'
import { messages } from './messages.en.ts'
import { useSession } from './use-battle.ts'

/** 'Back to Guest Mode', shown at every step. It leaves a queue or battle on purpose (BAT-91). */
export function BackToGuest() {
  const leave = useLeave()
  return (
    <Button kind="quiet" className="-ms-3 self-start px-3!" onClick={leave}>
      <Back />
      {isStudentHere() ? messages.backHome : messages.back}
    </Button>
  )
}

/** Returns a function that leaves the queue or battle and goes to the guest home. */
export function useLeave(): () => void {
  const session = useSession()
  const [, navigate] = useLocation()
  return () => {
    session.enter({ to: 'lobby' })
    navigate('/guest')
  }
}
