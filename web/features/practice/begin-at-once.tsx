import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'wouter'
import { LinkButton } from '../../ui/link-button.tsx'
import { StageHeading } from '../../ui/stage-heading.tsx'
import { messages } from './messages.en.ts'

/** Whether a session has begun since the page was opened. */
export type BeginStage = 'not_begun' | 'begun' | 'refused'

type Props = { stage: BeginStage; onBegin: () => void; returnTo: string }

/**
 * In place of setup: begins Today's ten or an assignment as soon as it is shown. Once the child has ended a session without an
 * answer, it leads home instead.
 */
export function BeginAtOnce({ stage, onBegin, returnTo }: Props) {
  const [, navigate] = useLocation()
  const onShown = useEffectEvent(() => {
    if (stage === 'begun') navigate(returnTo, { replace: true })
    if (stage === 'not_begun') onBegin()
  })
  useEffect(() => onShown(), [])
  if (stage !== 'refused') return null
  return (
    <div className="page-width flex flex-1 flex-col items-center justify-center gap-6 py-6">
      <StageHeading>{messages.todaysTen}</StageHeading>
      <LinkButton kind="secondary" size="large" href={returnTo}>
        {messages.results.return}
      </LinkButton>
    </div>
  )
}
