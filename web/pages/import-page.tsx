import { useSearch } from 'wouter'
import { SignedInGate } from '../features/account/signed-in-gate.tsx'
import { ImportRoom } from '../features/classes/import-room.tsx'

/** Importing a list of children, with `?class=` into a class (issue 18). */
export function ImportPage() {
  const classId = new URLSearchParams(useSearch()).get('class')
  return (
    <div className="page-width pt-3 pb-8 print:p-0">
      <SignedInGate roles={['teacher']}>{() => <ImportRoom classId={classId} />}</SignedInGate>
    </div>
  )
}
