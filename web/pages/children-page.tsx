import { finishSignIn } from '../features/account/session.ts'
import { SignedInGate } from '../features/account/signed-in-gate.tsx'
import { FamilyRoom } from '../features/classes/family-room.tsx'

const beginForChild = () => finishSignIn(null)

export function ChildrenPage() {
  return (
    <div className="page-width pt-3 pb-8 print:p-0">
      <SignedInGate roles={['parent']}>{() => <FamilyRoom onHandedOver={beginForChild} />}</SignedInGate>
    </div>
  )
}
