import { ResetPassword } from '../features/account/reset-password.tsx'

/** A forgotten password: requests a mail, or sets a new password with its link (issue 5). */
export function ResetPage() {
  return <ResetPassword />
}
