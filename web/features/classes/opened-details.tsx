import { useState, type ReactNode } from 'react'

type Props = { summary: string; children: ReactNode }

/** A part of a page that is folded away; what is in it is made, and asked for, when somebody opens it. */
export function OpenedDetails({ summary, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="text-link inline-flex min-h-target min-w-target items-center font-bold">
        {summary}
      </summary>
      {isOpen && <div className="mt-2 grid gap-3">{children}</div>}
    </details>
  )
}
