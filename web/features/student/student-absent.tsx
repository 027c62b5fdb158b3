import type { SignedInSession } from '../../lib/session.ts'
import { checkSession } from '../../lib/session-call.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { signInHref } from '../../ui/failure-note.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { studentMessages } from './messages.en.ts'

/** Reloads the app as a guest; the new page finishes the stored session of the signed-out child. */
function beginAsGuest(): void {
  location.replace('/guest')
}

/** Where a student should stand and is not known, or not signed in any more: why, and the way back. */
export function StudentAbsent({ session }: { session: SignedInSession }) {
  if (session.kind === 'away') {
    return (
      <Card className="grid gap-4">
        <p role="alert">{studentMessages.away}</p>
        <Button kind="primary" onClick={() => void checkSession()}>
          {studentMessages.tryAgain}
        </Button>
      </Card>
    )
  }
  if (session.kind === 'over') {
    return (
      <Card className="grid gap-4">
        <p role="alert">{studentMessages.over}</p>
        <LinkButton kind="primary" href={signInHref()}>
          {studentMessages.signIn}
        </LinkButton>
        <Button kind="secondary" onClick={beginAsGuest}>
          {studentMessages.playAsGuest}
        </Button>
      </Card>
    )
  }
  return (
    <Card className="flex justify-center">
      <Spinner />
    </Card>
  )
}
