import { OwnAccount } from '../features/account/own-account.tsx'
import { SignedInGate } from '../features/account/signed-in-gate.tsx'

/** An adult's own account: what is kept of it, and its end (issue 5). */
export function AccountPage() {
  return (
    <SignedInGate roles={['teacher', 'parent']}>
      {(me) => <OwnAccount name={me.name} role={me.role} />}
    </SignedInGate>
  )
}
