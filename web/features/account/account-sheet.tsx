import type { ReactNode } from 'react'
import { Card } from '../../ui/card.tsx'
import { StageHeading } from '../../ui/stage-heading.tsx'

type Props = {
  title: string
  /** The title with its names marked as not to be translated. */
  heading?: ReactNode
  lead?: string
  children: ReactNode
  foot?: ReactNode
}

/** The page of one form about an account: a heading, which takes the focus when it is another, why one is here, and the form. */
export function AccountSheet(props: Props) {
  return (
    <div className="page-width flex max-w-160! flex-col gap-6 py-8 short:gap-4 short:py-3">
      <div>
        <StageHeading key={props.title} className="text-3xl!">
          {props.heading ?? props.title}
        </StageHeading>
        {props.lead !== undefined && <p className="mt-3 text-lg text-ink-soft">{props.lead}</p>}
      </div>
      <Card className="grid gap-6">{props.children}</Card>
      {props.foot !== undefined && <div className="grid gap-2 text-ink-soft">{props.foot}</div>}
    </div>
  )
}
