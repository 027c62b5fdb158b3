import { useParams } from 'wouter'
import { SignedInGate } from '../features/account/signed-in-gate.tsx'
import { OpenWork } from '../features/assignments/open-work.tsx'
import { ChildOfParent } from '../features/classes/child-of-parent.tsx'
import { classMessages } from '../features/classes/messages.en.ts'
import { ChildSettings } from '../features/settings/child-settings.tsx'
import { ParentBoards } from '../features/settings/parent-boards.tsx'
import { ChildProgress } from './child-progress.tsx'

/** One child, for a parent (issue 5). */
export function ChildPage() {
  const { studentId = '' } = useParams()
  return (
    <div className="page-width pt-3 pb-8 print:p-0">
      <SignedInGate roles={['parent']}>
        {() => (
          <ChildOfParent
            key={studentId}
            studentId={studentId}
            settings={
              <>
                <ChildSettings studentId={studentId} />
              </>
            }
            linkedSettings={
              <>
                <ParentBoards studentId={studentId} />
              </>
            }
          >
            <OpenWork studentId={studentId} title={classMessages.child.assignments} />
            <ChildProgress studentId={studentId} />
          </ChildOfParent>
        )}
      </SignedInGate>
    </div>
  )
}
