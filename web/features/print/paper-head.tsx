import type { ReactNode } from 'react'
import { readSite } from '../../lib/site.ts'
import { LogoMark } from '../../ui/logo.tsx'

/** Letters; longer names are written smaller. */
const LONG_NAME = 22

type Props = {
  name: string
  /** 'no' for the name of a child. */
  translate?: 'no'
  title: string
  date: string
  children?: ReactNode
}

/** The top of a page: whom it is about or for, and what it is. */
export function PaperHead({ name, translate, title, date, children }: Props) {
  return (
    <header className="paper-head">
      <div className="min-w-0">
        <h2
          translate={translate}
          className={`paper-name ${name.length > LONG_NAME ? 'paper-name-long' : ''}`}
        >
          {name}
        </h2>
        <p>{children}</p>
      </div>
      <div className="paper-brand">
        <p className="flex items-center gap-2 font-bold">
          <LogoMark height={16} />
          {readSite().name}
        </p>
        <p>{title}</p>
        <p>{date}</p>
      </div>
    </header>
  )
}
