import { RankMark } from '../../ui/rank-mark.tsx'
import { OwnBadge, Preview } from './preview.tsx'
import { useBestStates } from './preview-loads.ts'
import { previewMessages } from './previews.messages.en.ts'

const SHOWN_STATES = 3

type Props = {
  /** The practice day. */
  day: string
  /** The player's own state by the name it has on the boards; '' for none. */
  own: string
}

/** The three best states of the day, all leagues together (specification §2, guest home). */
export function TopStatesPreview({ day, own }: Props) {
  return (
    <Preview
      title={previewMessages.topStates}
      live={useBestStates(day)}
      empty={previewMessages.noStates}
      isEmpty={(states) => states.length === 0}
      href="/leaderboard"
      linkText={previewMessages.toStates}
      room="min-h-42"
    >
      {(states) => (
        <ol>
          {states.slice(0, SHOWN_STATES).map(({ state, totalScore }, at) => (
            <li key={state} className="flex h-14 items-center gap-3">
              <span className="shrink-0">
                <RankMark rank={at + 1} />
              </span>
              <span className="flex min-w-0 flex-1 flex-col items-start">
                <span className="leading-5 font-bold">{state}</span>
                {state === own && <OwnBadge>{previewMessages.yourState}</OwnBadge>}
              </span>
              <span className="shrink-0 text-end tabular-nums">
                <span className="block leading-5 font-bold">{previewMessages.number(totalScore)}</span>
                <span className="text-sm leading-5 text-ink-soft">
                  {previewMessages.pointsWord(totalScore)}
                </span>
              </span>
            </li>
          ))}
        </ol>
      )}
    </Preview>
  )
}
