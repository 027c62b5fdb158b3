import { useId } from 'react'
import { findLeague, LEAGUES, type League, type LeagueId } from '../../../domain/league.ts'
import { LeagueMarks } from './league-choice.tsx'
import { boardMessages } from './messages.en.ts'

/** The browser's own list of the six leagues, with the marks of the chosen one before it. */
export function LeagueSelect({ chosen, onChoose }: { chosen: League; onChoose: (id: LeagueId) => void }) {
  const id = useId()
  return (
    <div className="flex items-center gap-3">
      <LeagueMarks league={chosen} size={40} />
      <div className="relative min-w-0 flex-1">
        <label htmlFor={id} className="sr-only">
          {boardMessages.chooseLeague}
        </label>
        <select
          id={id}
          value={chosen.id}
          onChange={({ target }) => {
            const league = findLeague(target.value)
            if (league) onChoose(league.id)
          }}
          className="min-h-14 w-full appearance-none rounded-key border-2 border-edge bg-sheet py-2 pe-12 ps-4 text-lg font-bold text-ink hover:bg-sunk"
        >
          {LEAGUES.map((league) => (
            <option key={league.id} value={league.id}>
              {league.name}
            </option>
          ))}
        </select>
        <span className="pointer-events-none absolute top-4 end-4">
          <svg
            viewBox="0 0 24 24"
            width="24"
            className="fill-none stroke-ink"
            strokeWidth="3"
            strokeLinecap="round"
            strokeLinejoin="round"
            aria-hidden="true"
          >
            <path d="m6 9.5 6 6 6-6" />
          </svg>
        </span>
      </div>
    </div>
  )
}
