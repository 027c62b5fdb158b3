import { enterOrSignIn } from '../features/account/session.ts'
import { VerifyLink } from '../features/account/verify-link.tsx'

/** Where the link of the mail leads that was sent on signing up (issue 5). */
export function VerifyPage() {
  return <VerifyLink onEntered={enterOrSignIn} />
}
