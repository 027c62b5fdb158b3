import { OwnAccount } from '../features/account/own-account.tsx'
import { SignedInGate } from '../features/account/signed-in-gate.tsx'

/** An adult's own account: its data, its security and closing it (issue 5). */
export function AccountPage() {
  return (
    <SignedInGate roles={['teacher', 'parent']}>
      {(me) => <OwnAccount name={me.name} role={me.role} />}
    </SignedInGate>
  )
}
