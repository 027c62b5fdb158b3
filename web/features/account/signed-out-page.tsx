import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyFrame } from '../../ui/empty-frame.tsx'
import { retryPendingSignOut } from './pending-sign-out.ts'
import { accountMessages } from './messages.en.ts'

const { signedOut: words } = accountMessages

const goOn = (): void => location.replace('/guest')

/** Replaces the whole screen after signing out offline, until the server has ended the session too. */
export function SignedOutPage() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = words.title
    heading.current?.focus()
    return retryPendingSignOut(goOn)
  }, [])
  return (
    <main className="flex flex-col items-center gap-4 px-4 py-16 text-center">
      <EmptyFrame />
      <h1 ref={heading} tabIndex={-1} className="mt-2 text-3xl outline-none">
        {words.title}
      </h1>
      <p className="max-w-md text-lg text-ink-soft">{words.text}</p>
      <Button kind="primary" size="large" onClick={goOn}>
        {words.goOn}
      </Button>
    </main>
  )
}
