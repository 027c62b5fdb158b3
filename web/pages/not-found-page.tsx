import { EmptyFrame } from '../ui/empty-frame.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { notFoundMessages } from './not-found-page.messages.en.ts'

/** Shown for every unknown path (specification §2). */
export function NotFoundPage() {
  return (
    <div className="page-width grid items-center gap-10 py-12 sm:py-20 lg:grid-cols-[1fr_auto] lg:gap-20">
      <div className="max-w-xl">
        <h1 className="text-4xl leading-tight sm:text-5xl">{notFoundMessages.title}</h1>
        <p className="mt-6 text-xl leading-relaxed">{notFoundMessages.hint}</p>
        <p className="mt-3 text-lg leading-relaxed text-ink-soft">{notFoundMessages.plain}</p>
        <LinkButton href="/guest" kind="primary" size="large" className="mt-8">
          {notFoundMessages.home}
        </LinkButton>
      </div>
      <div className="hidden lg:block">
        <EmptyFrame width={380} />
      </div>
    </div>
  )
}
