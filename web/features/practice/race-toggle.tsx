import { useCalm } from '../../lib/calm.ts'
import { Toggle } from '../../ui/toggle.tsx'
import { messages } from './messages.en.ts'
import { chooseRace, useRacing } from './race.ts'
import { usePracticeRun } from './use-run.ts'

/** Offers a race against the player's last session of this type, if there is one; never in calm mode. */
export function RaceToggle({ sessionType }: { sessionType: string }) {
  const run = usePracticeRun()
  const racing = useRacing()
  if (useCalm() || run.lastPace(sessionType).length === 0) return null
  return (
    <Toggle
      label={messages.setup.race}
      hint={messages.setup.raceHint}
      checked={racing}
      onChange={chooseRace}
    />
  )
}
