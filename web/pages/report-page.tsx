import { useParams } from 'wouter'
import { SignedInGate } from '../features/account/signed-in-gate.tsx'
import { ReportRoom } from '../features/print/report-room.tsx'
import { sentenceOf } from './achievement-sentence.ts'

/** The printed report on one child, for its teacher and parents (issue 18). */
export function ReportPage() {
  const { studentId = '' } = useParams()
  return (
    <div className="page-width pt-3 pb-8 print:p-0">
      <SignedInGate roles={['teacher', 'parent']}>
        {({ role }) => (
          <ReportRoom
            key={studentId}
            studentId={studentId}
            isTeacher={role === 'teacher'}
            sentenceOf={sentenceOf}
          />
        )}
      </SignedInGate>
    </div>
  )
}
