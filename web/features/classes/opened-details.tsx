import { useState, type ReactNode } from 'react'

type Props = { summary: ReactNode; children: ReactNode }

/** A collapsed part of a page, whose content is rendered and loaded only while it is open. */
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
