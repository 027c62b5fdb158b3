import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Button } from '../../ui/button.tsx'
import { StageHeading } from '../../ui/stage-heading.tsx'
import { printMessages as words } from './print.messages.en.ts'

type Props = {
  title: string
  lead: string
  back: { readonly href: string; readonly label: string }
  /** For how many children; nothing is printed for none. */
  count: number
  /** Whether there is nothing to print for another reason. */
  isEmpty?: boolean
  children: ReactNode
}

/** The bar above the pages on the screen, which is not printed: the description, and the Print button. */
export function PrintBar({ title, lead, back, count, isEmpty = count === 0, children }: Props) {
  return (
    <header className="mb-8 grid grid-cols-[minmax(0,1fr)] gap-5 print:hidden">
      <Link
        href={back.href}
        className="text-link inline-flex min-h-target items-center justify-self-start font-bold"
      >
        {back.label}
      </Link>
      <StageHeading>{title}</StageHeading>
      <p className="max-w-160 text-ink-soft">{lead}</p>
      {children}
      <div className="flex flex-wrap items-center gap-4">
        <Button
          kind="primary"
          size="large"
          aria-disabled={isEmpty}
          onClick={() => !isEmpty && window.print()}
        >
          {words.print}
        </Button>
        <output className="font-bold">{words.children(count)}</output>
      </div>
    </header>
  )
}
