import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyFrame } from '../../ui/empty-frame.tsx'
import { accountMessages } from './messages.en.ts'

const { signedOut: words } = accountMessages

const goOn = (): void => location.replace('/guest')

/** All that is on the screen after somebody signed out without a connection. */
export function SignedOutPage() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = words.title
    heading.current?.focus()
    window.addEventListener('online', goOn)
    return () => window.removeEventListener('online', goOn)
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
