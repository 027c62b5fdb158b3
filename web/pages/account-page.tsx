import type { ReactNode } from 'react'
import { OwnAccount } from '../features/account/own-account.tsx'
import { SignedInGate } from '../features/account/signed-in-gate.tsx'
import { ChildrenAtHome } from '../features/classes/losses.tsx'

const beforeClosing = (form: ReactNode, onCancel: () => void): ReactNode => (
  <ChildrenAtHome onCancel={onCancel}>{form}</ChildrenAtHome>
)

/** An adult's own account: its data, its security and closing it (issue 5). */
export function AccountPage() {
  return (
    <SignedInGate roles={['teacher', 'parent']}>
      {(me) => <OwnAccount name={me.name} role={me.role} beforeClosing={beforeClosing} />}
    </SignedInGate>
  )
}
