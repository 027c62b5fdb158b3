import type { ReactNode } from 'react'
import type { Failure } from '../lib/api.ts'
import { Button } from './button.tsx'
import { EmptyFrame } from './empty-frame.tsx'
import { failureMessages } from './failure.messages.en.ts'
import { signInHref } from './failure-note.tsx'
import { failureWords, type FailureTextByCode } from './failure-words.ts'
import { LinkButton } from './link-button.tsx'
import { Spinner } from './spinner.tsx'

type PageMessageProps = { title: string; children: ReactNode; isWholePage?: boolean }

/** A message in place of a page's content: a ten-frame with one dot, text and a link. As a whole page it has the page's main heading. */
export function PageMessage({ title, children, isWholePage = false }: PageMessageProps) {
  const Heading = isWholePage ? 'h1' : 'h2'
  return (
    <div className="flex flex-col items-center gap-4 px-4 py-16 text-center">
      <EmptyFrame />
      <Heading className="mt-2 text-2xl">{title}</Heading>
      {children}
    </div>
  )
}

/** A page that could not be fetched: why, and what helps. */
export function FailedPage({
  failure,
  onTryAgain,
  own,
}: {
  failure: Failure
  onTryAgain: () => void
  own?: FailureTextByCode
}) {
  const { title, text } = failureWords(failure, failure.retryAfterSeconds ?? 0, own)
  return (
    <PageMessage title={title}>
      <p className="max-w-md text-ink-soft" role="alert">
        {text}
      </p>
      {failure.status === 401 ? (
        <LinkButton kind="primary" href={signInHref()}>
          {failureMessages.signIn}
        </LinkButton>
      ) : (
        ![403, 404].includes(failure.status) && (
          <Button kind="primary" onClick={onTryAgain}>
            {failureMessages.tryAgain}
          </Button>
        )
      )}
    </PageMessage>
  )
}

/** A page that is being fetched. */
export function LoadingPage() {
  return (
    <div className="flex justify-center py-20">
      <Spinner />
    </div>
  )
}
