import { Link } from 'wouter'
import type { Child, WrongPins } from '../../../contract/classes.ts'
import type { ChildWeeks } from '../../../contract/weekly-report.ts'
import { animalOf } from '../../../domain/nickname.ts'
import { gameLines, weekSentence } from '../../../domain/school/weekly-report.en.ts'
import type { CallResult } from '../../lib/api.ts'
import { AnimalBadge } from '../../ui/animal-badge.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { withNames } from '../../ui/with-names.tsx'
import { HandOver } from './hand-over.tsx'
import { classMessages } from './messages.en.ts'
import { wrongPinsOf } from './wrong-pins.ts'

const { children: words, family } = classMessages

type Props = {
  list: readonly Child[]
  /** Null while they are not known. */
  weeks: readonly ChildWeeks[] | null
  wrongPins: WrongPins
  /** Reloads the app for the child to whom the device was handed over. */
  onHandedOver: () => Promise<CallResult<unknown>>
}

/** A parent's children, each with its week in a sentence, a game, its report, and the way to its own page. */
export function ChildList({ list, weeks, wrongPins, onHandedOver }: Props) {
  return (
    <ul className="grid gap-3">
      {list.map((child) => (
        <li key={child.id} className="grid gap-2 rounded-key border-2 border-line bg-sheet p-4">
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <Link
              href={`/children/${child.id}`}
              className="text-link flex min-h-target min-w-0 items-center gap-3 text-lg font-bold"
            >
              <AnimalBadge animal={animalOf(child.nickname)} color={child.color} size={40} />
              <span translate="no" className="min-w-0 wrap-anywhere">
                {child.name}
              </span>
            </Link>
            <LinkButton kind="secondary" href={`/children/${child.id}/report`}>
              {family.report}
              <span className="sr-only"> {withNames(family.reportOn, child.name)}</span>
            </LinkButton>
          </div>
          <Week name={child.name} known={weeks?.find(({ id }) => id === child.id)} />
          <p className="text-sm break-words text-ink-soft">{withNames(words.playsAs, child.nickname)}</p>
          <WrongPinsNote count={wrongPinsOf(wrongPins, child.id)} />
          {child.isOwn && <HandOver child={child} onHandedOver={onHandedOver} />}
        </li>
      ))}
    </ul>
  )
}

function WrongPinsNote({ count }: { count: number }) {
  return count > 0 && <p className="text-sm font-bold text-thinking">{words.wrongPins(count)}</p>
}

/** How the week has been so far, and this week's game; with room for both until they are known. */
function Week({ name, known }: { name: string; known: ChildWeeks | undefined }) {
  const [week] = known?.weeks ?? []
  return (
    <div className="grid min-h-21 content-start gap-1 sm:min-h-14">
      {week && (
        <>
          <p className="text-lg leading-snug wrap-anywhere">
            {withNames((shown) => weekSentence(shown, week), name)}
          </p>
          <p>
            <Link href="/weekly-report" className="text-link inline-flex min-h-6 items-center">
              {family.game(gameLines(week).title)}
            </Link>
          </p>
        </>
      )}
    </div>
  )
}
