import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/card.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { guestMessages } from './messages.en.ts'
import { Swords, Trophy } from './icons.tsx'

const DIVISIONS = [
  ['addition_subtraction', guestMessages.additionSubtraction],
  ['multiplication_division', guestMessages.multiplicationDivision],
] as const

type Props = { enabled: boolean; onNavigate: (path: string) => void }

/** The Math Battle Arena and the boards, which come next: nothing here pretends to be there already. */
export function BattlePreview({ enabled, onNavigate }: Props) {
  return (
    <Panel aria-labelledby="arena" className="grid items-center gap-x-10 gap-y-4 lg:grid-cols-[1fr_auto]">
      <div>
        <h2 id="arena" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xl">
          <Swords />
          {guestMessages.arena}
          <span className="rounded-full border-2 border-edge px-3 py-0.5 text-sm">
            {guestMessages.comingNext}
          </span>
        </h2>
        <p className="mt-2 text-ink-soft">{guestMessages.arenaText}</p>
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        {DIVISIONS.map(([division, name]) => (
          <Button
            key={division}
            kind="secondary"
            disabled={!enabled}
            onClick={() => onNavigate(`/battle?division=${division}`)}
          >
            {name}
          </Button>
        ))}
        <LinkButton kind="quiet" href="/battle-leaderboard" className="sm:col-span-2">
          <Trophy size={20} />
          {guestMessages.battleLeaderboards}
        </LinkButton>
      </div>
    </Panel>
  )
}
