import { EmailOff } from '../features/weekly/email-off.tsx'

/** The target of the link in a weekly email that turns it off (issue 18). */
export function WeeklyEmailOffPage() {
  return (
    <div className="page-width pt-3 pb-8">
      <EmailOff />
    </div>
  )
}
