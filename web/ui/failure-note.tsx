import { Link } from 'wouter'
import type { Failure } from '../lib/api.ts'
import { failureMessages } from './failure.messages.en.ts'
import { failureWords, type FailureTextByCode } from './failure-words.ts'

type Props = {
  /** Null for none. The element stays, so that a screen reader announces what appears in it. */
  failure: Failure | null
  waitSeconds?: number
  own?: FailureTextByCode
}

/** Why what was just tried did not work, in the colour of thinking, beside the button that tried it. */
export function FailureNote({ failure, waitSeconds = 0, own }: Props) {
  return (
    <div role="alert">
      {failure && (
        <p className="rounded-key bg-thinking-wash px-4 py-3 font-bold text-thinking">
          {failureWords(failure, waitSeconds, own).text} {failure.code === 'unauthorized' && <SignInLink />}
        </p>
      )}
    </div>
  )
}

/** To signing in, and back to this page after it. */
function SignInLink() {
  return (
    <Link href={signInHref()} className="text-link">
      {failureMessages.signIn}
    </Link>
  )
}

/** The address of signing in that leads back to the page one is on. */
export function signInHref(): string {
  return `/sign-in?back=${encodeURIComponent(location.pathname + location.search)}`
}
