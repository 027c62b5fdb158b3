import { Link } from 'wouter'

type Words = {
  readonly forgotten: string
  /** The lead-in to signing up. */
  readonly without: string
  readonly signUp: string
}

/** Links for people who cannot sign in with a password: to reset it, or to create an account. */
export function SignInAlternatives({ words }: { words: Words }) {
  return (
    <div className="grid gap-1">
      <Link href="/reset" className="text-link flex min-h-target items-center font-bold">
        {words.forgotten}
      </Link>
      <p className="flex min-h-target flex-wrap items-center gap-x-2">
        {words.without}
        <Link href="/sign-up" className="text-link flex min-h-target items-center font-bold">
          {words.signUp}
        </Link>
      </p>
    </div>
  )
}
