import { EmptyFrame } from '../ui/empty-frame.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { comingNextMessages, type ComingScreen } from './coming-next-page.messages.en.ts'

/** A screen that is not built yet says so, behind the same frame as the others. */
export function ComingNextPage({ screen }: { screen: ComingScreen }) {
  const { title, text } = comingNextMessages.screens[screen]
  return (
    <div className="page-width grid items-center gap-10 py-12 sm:py-20 lg:grid-cols-[1fr_auto] lg:gap-20">
      <div className="max-w-xl">
        <p className="inline-block border-b-4 border-accent pb-1 text-lg font-bold">
          {comingNextMessages.soon}
        </p>
        <h1 className="mt-5 text-4xl leading-tight sm:text-5xl">{title}</h1>
        <p className="mt-6 text-xl leading-relaxed">{text}</p>
        <p className="mt-4 text-lg leading-relaxed text-ink-soft">{comingNextMessages.honest}</p>
        <p className="mt-4 text-lg leading-relaxed text-ink-soft">{comingNextMessages.meanwhile}</p>
        <LinkButton href="/guest" kind="primary" size="large" className="mt-8">
          {comingNextMessages.back}
        </LinkButton>
      </div>
      <div className="hidden lg:block">
        <EmptyFrame width={380} />
      </div>
    </div>
  )
}
