import type { League } from '../../../domain/league.ts'
import type { ButtonKind } from '../../ui/button-style.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { boardMessages } from './messages.en.ts'

type Props = {
  league: League
  /** Whether somebody plays on this device. */
  isPlaying: boolean
  kind: ButtonKind
  className?: string
  /** Instead of the league's name. */
  children?: string
}

/** Leads to the practice of a board's league, or home where nobody plays yet. */
export function PracticeLink({ league, isPlaying, children, ...look }: Props) {
  return (
    <LinkButton {...look} href={isPlaying ? `/practice/${league.id}?guest=true` : '/guest'}>
      {children ?? (isPlaying ? boardMessages.practice(league.name) : boardMessages.playNow)}
    </LinkButton>
  )
}
