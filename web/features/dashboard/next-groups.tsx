import { factAt } from '../../../domain/learning/memory.ts'
import { weekOf } from '../../../domain/calendar.ts'
import { GAME_TITLES } from '../../../domain/game-titles.en.ts'
import { groupHeading, hardSentence } from '../../../domain/school/dashboard.en.ts'
import type { Dashboard } from '../../../domain/school/dashboard.ts'
import type { FactSetId } from '../../../domain/school/fact-sets.ts'
import { gameOfWeek } from '../../../domain/school/game-of-week.ts'
import { visualModelFor } from '../../../domain/visual-model.ts'
import { OPERATION_TONES } from '../../ui/operation-tone.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { VisualModelView } from '../../ui/visual-model-view.tsx'
import { withNames } from '../../ui/with-names.tsx'
import { dashboardMessages } from './dashboard.messages.en.ts'
import { factName } from './fact-name.ts'

const { groups: words } = dashboardMessages

type Group = Dashboard['groups'][number]

type HrefOfGroup = (set: FactSetId, studentIds: readonly string[]) => string

/** A group's links: a new assignment of its set and its sheet to print. */
export type GroupHrefs = {
  readonly assign: HrefOfGroup
  readonly sheet: HrefOfGroup
  /** The sheets of all groups. */
  readonly sheets: (groups: readonly Pick<Group, 'set' | 'studentIds'>[]) => string
}

type Props = { dashboard: Dashboard; hrefs: GroupHrefs }

/** Groups of children who need the same set, and the children who are on track. */
export function NextGroups({ dashboard, hrefs }: Props) {
  const onTrack = dashboard.children
    .filter(({ isOnTrack, labels: [label] }) => isOnTrack && label?.kind !== 'not_seen')
    .map(({ name }) => name)
  return (
    <section aria-labelledby="next-groups" className="dashboard-groups grid content-start gap-3">
      <h2 id="next-groups" className="text-2xl">
        {words.title}
      </h2>
      <Groups dashboard={dashboard} hrefs={hrefs} />
      {onTrack.length > 0 && <p>{withNames((...all) => words.onTrack(all), ...onTrack)}</p>}
    </section>
  )
}

function Groups({ dashboard: { groups, children, today }, hrefs }: Props) {
  const nameOf = new Map(children.map(({ studentId, name }) => [studentId, name]))
  if (groups.length === 0) return <p className="rounded-card bg-sunk p-5">{words.none}</p>
  return (
    <>
      <p className="max-w-160 text-ink-soft print:hidden">{words.lead}</p>
      <ul className="dashboard-group-list grid gap-4 sm:grid-cols-2">
        {groups.map((group) => (
          <GroupItem
            key={group.studentIds.join(' ')}
            group={group}
            names={group.studentIds.flatMap((id) => nameOf.get(id) ?? [])}
            today={today}
            hrefs={hrefs}
          />
        ))}
      </ul>
      {groups.length > 1 && (
        <LinkButton kind="secondary" href={hrefs.sheets(groups)} className="justify-self-start print:hidden">
          {words.sheets}
        </LinkButton>
      )}
    </>
  )
}

type ItemProps = { group: Group; names: readonly string[]; today: string; hrefs: GroupHrefs }

function GroupItem({ group, names, today, hrefs }: ItemProps) {
  const { set, studentIds, fact: number } = group
  const fact = factAt(number)
  const hard = hardSentence(group)
  // The one on the group's sheet.
  const game = gameOfWeek(set, weekOf(today))
  return (
    <li className="grid content-start gap-3 rounded-card border-2 border-line bg-sheet p-5 print:p-2">
      <p className="font-bold wrap-anywhere">{withNames((...all) => groupHeading(group, all), ...names)}</p>
      {hard !== '' && <p>{hard}</p>}
      {fact && (
        <div className={`dashboard-picture max-w-72 ${OPERATION_TONES[fact.operation].text}`}>
          <VisualModelView
            model={visualModelFor(fact)}
            label={words.picture(factName(number))}
            animated={false}
          />
        </div>
      )}
      <p>{words.game(GAME_TITLES[game])}</p>
      <div className="flex flex-wrap gap-2 print:hidden">
        <LinkButton kind="secondary" href={hrefs.assign(set, studentIds)}>
          {words.assign}
        </LinkButton>
        <LinkButton kind="quiet" href={hrefs.sheet(set, studentIds)}>
          {words.sheet}
        </LinkButton>
      </div>
    </li>
  )
}
