import { EmailOff } from '../features/weekly/email-off.tsx'

/** The target of the link in a weekly email, with which a parent turns it off (issue 18). */
export function WeeklyEmailOffPage() {
  return (
    <div className="page-width pt-3 pb-8">
      <EmailOff />
    </div>
  )
}
