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
}

/** Leads to the practice of a board's league, or home where nobody plays yet. */
export function PracticeLink({ league, isPlaying, ...look }: Props) {
  return (
    <LinkButton {...look} href={isPlaying ? `/practice/${league.id}?guest=true` : '/guest'}>
      {isPlaying ? boardMessages.practice(league.name) : boardMessages.playNow}
    </LinkButton>
  )
}
