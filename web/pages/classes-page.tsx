import { SignedInGate } from '../features/account/signed-in-gate.tsx'
import { ClassesList } from '../features/classes/classes-list.tsx'

export function ClassesPage() {
  return (
    <div className="page-width pt-3 pb-8">
      <SignedInGate roles={['teacher']}>{() => <ClassesList />}</SignedInGate>
    </div>
  )
}
