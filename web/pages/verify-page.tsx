import { openHomeOrSignIn } from '../features/account/session.ts'
import { VerifyLink } from '../features/account/verify-link.tsx'

/** The target of the link in the confirmation mail (issue 5). */
export function VerifyPage() {
  return <VerifyLink onEntered={openHomeOrSignIn} />
}
