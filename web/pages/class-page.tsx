import { useParams, useSearch } from 'wouter'
import { SignedInGate } from '../features/account/signed-in-gate.tsx'
import { ClassRoom } from '../features/classes/class-room.tsx'
import { ChildProgress } from './child-progress.tsx'

const progressOf = (studentId: string) => <ChildProgress studentId={studentId} />

/** A class, or with `?child=` one of its children, for the teacher (issue 5). */
export function ClassPage() {
  const { classId = '' } = useParams()
  const studentId = new URLSearchParams(useSearch()).get('child')
  return (
    <div className="page-width pt-3 pb-8">
      <SignedInGate roles={['teacher']}>
        {() => <ClassRoom key={classId} classId={classId} studentId={studentId} progressOf={progressOf} />}
      </SignedInGate>
    </div>
  )
}
