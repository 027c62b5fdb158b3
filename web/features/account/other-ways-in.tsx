import { Link } from 'wouter'

type Words = {
  readonly forgotten: string
  /** Whom the way to signing up is for. */
  readonly without: string
  readonly signUp: string
}

/** For whoever has no password that is right here: the ways to a new one, and to an account. */
export function OtherWaysIn({ words }: { words: Words }) {
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
