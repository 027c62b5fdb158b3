import { Link } from 'wouter'
import { boardMessages } from './messages.en.ts'
import { ResetsAt } from './resets-at.tsx'

/** The head of a board's page: the way back, what it is, and when the next board starts. */
export function BoardHeader({ title }: { title: string }) {
  return (
    <header>
      <Link href="/guest" className="text-link inline-flex min-h-target items-center font-bold">
        {boardMessages.back}
      </Link>
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1">
        <h1 className="text-3xl leading-tight outline-none sm:text-4xl">{title}</h1>
        <ResetsAt />
      </div>
      <p className="text-sm text-ink-soft">{boardMessages.guests}</p>
    </header>
  )
}
