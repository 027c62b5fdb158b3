import { ResetPassword } from '../features/account/reset-password.tsx'

/** A forgotten password: asks for a mail, or sets a new one with the link of that mail (issue 5). */
export function ResetPage() {
  return <ResetPassword />
}
