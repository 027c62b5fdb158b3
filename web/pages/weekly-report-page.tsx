import { SignedInGate } from '../features/account/signed-in-gate.tsx'
import { WeeklyRoom } from '../features/weekly/weekly-room.tsx'

/** The weekly report, for a parent (issue 18). */
export function WeeklyReportPage() {
  return (
    <div className="page-width pt-3 pb-8">
      <SignedInGate roles={['parent']}>{() => <WeeklyRoom />}</SignedInGate>
    </div>
  )
}
