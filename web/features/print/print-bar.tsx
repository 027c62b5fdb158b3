import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Button } from '../../ui/button.tsx'
import { StageHeading } from '../../ui/stage-heading.tsx'
import { printMessages as words } from './print.messages.en.ts'

type Props = {
  title: string
  lead?: string
  back: { readonly href: string; readonly label: string }
  /** Whether there is nothing to print. */
  isEmpty?: boolean
  /** Stands beside the Print button. */
  beside: ReactNode
  children?: ReactNode
}

/** The bar above the pages on the screen, which is not printed: the description, and the Print button. */
export function PrintBar({ title, lead, back, isEmpty = false, beside, children }: Props) {
  return (
    <header className="mb-8 grid grid-cols-[minmax(0,1fr)] gap-5 print:hidden">
      <Link
        href={back.href}
        className="text-link inline-flex min-h-target items-center justify-self-start font-bold"
      >
        {back.label}
      </Link>
      <StageHeading>{title}</StageHeading>
      {lead && <p className="max-w-160 text-ink-soft">{lead}</p>}
      {children}
      <div className="flex flex-wrap items-end gap-4">
        <Button
          kind="primary"
          size="large"
          aria-disabled={isEmpty}
          onClick={() => !isEmpty && window.print()}
        >
          {words.print}
        </Button>
        {beside}
      </div>
    </header>
  )
}
