import { useParams } from 'wouter'
import { SignedInGate } from '../features/account/signed-in-gate.tsx'
import { ChildOfParent } from '../features/classes/child-of-parent.tsx'
import { ChildProgress } from './child-progress.tsx'

/** One child, for a parent (issue 5). */
export function ChildPage() {
  const { studentId = '' } = useParams()
  return (
    <div className="page-width pt-3 pb-8">
      <SignedInGate roles={['parent']}>
        {() => (
          <ChildOfParent key={studentId} studentId={studentId}>
            <ChildProgress studentId={studentId} />
          </ChildOfParent>
        )}
      </SignedInGate>
    </div>
  )
}
