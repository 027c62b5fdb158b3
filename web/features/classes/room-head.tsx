import { Link } from 'wouter'
import { classMessages } from './messages.en.ts'

/** The head of an adult's first page: its title, and the link to the adult's own account. */
export function RoomHead({ title, lead }: { title: string; lead: string }) {
  return (
    <header>
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <h1 className="text-4xl outline-none">{title}</h1>
        <Link href="/account" className="text-link inline-flex min-h-target min-w-target items-center">
          {classMessages.account}
        </Link>
      </div>
      <p className="mt-3 text-lg text-ink-soft">{lead}</p>
    </header>
  )
}
