import { SignedInGate } from '../features/account/signed-in-gate.tsx'
import { FamilyRoom } from '../features/classes/family-room.tsx'

export function ChildrenPage() {
  return (
    <div className="page-width pt-3 pb-8">
      <SignedInGate roles={['parent']}>{() => <FamilyRoom />}</SignedInGate>
    </div>
  )
}
