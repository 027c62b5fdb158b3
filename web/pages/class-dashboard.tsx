import { Suspense, useState } from 'react'
import type { ClassWithChildren } from '../../contract/classes.ts'
import type { Dashboard } from '../../domain/school/dashboard.ts'
import type { FactSetId } from '../../domain/school/fact-sets.ts'
import { roomMessages } from '../features/classes/class-room.messages.en.ts'
import { dashboardMessages } from '../features/dashboard/dashboard.messages.en.ts'
import { DashboardView } from '../features/dashboard/dashboard-view.tsx'
import { lazyPage } from '../lib/lazy-page.tsx'
import { useAnswer, type Load } from '../lib/server-value.ts'
import { FailureNote } from '../ui/failure-note.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { FailedPage, LoadingPage } from '../ui/page-message.tsx'

const { friday, failures } = dashboardMessages

// The top of the page does not wait for these.
const OpenAssignments = lazyPage(() =>
  import('../features/assignments/open-list.tsx').then((part) => part.OpenAssignments),
)
const AssignNextWeek = lazyPage(() =>
  import('../features/assignments/assign-next-week.tsx').then((part) => part.AssignNextWeek),
)
const ClassGoalSection = lazyPage(() =>
  import('../features/class-goal/class-goal-section.tsx').then((part) => part.ClassGoalSection),
)
type Props = { school: ClassWithChildren; read: Load<Dashboard> }

const asked = (set: FactSetId, ids: readonly string[]): string => `set=${set}&children=${ids.join(',')}`
/** The sheets of several groups: each its set, then its children. */
const askedGroups = (groups: readonly { set: FactSetId; studentIds: readonly string[] }[]): string =>
  groups.map(({ set, studentIds }) => `group=${[set, ...studentIds].join(',')}`).join('&')

/** The dashboard of a class. */
export function ClassDashboard({ school: { id: classId, name }, read }: Props) {
  const { answer, refetch } = useAnswer(read)
  // The list of assignments is read again after one was made here.
  const [made, setMade] = useState(0)
  if (answer.state === 'loading') return <LoadingPage />
  if (answer.state === 'failed')
    return <FailedPage failure={answer.failure} onTryAgain={refetch} own={failures} />
  return (
    <>
      {answer.failure && <FailureNote failure={answer.failure} />}
      <DashboardView
        name={name}
        dashboard={answer.value}
        further={
          <Suspense>
            <OpenAssignments key={made} classId={classId} />
            <ClassGoalSection classId={classId} isSmall names={[]} />
          </Suspense>
        }
        actions={
          <>
            <LinkButton kind="primary" href={`/assignments/${classId}`}>
              {roomMessages.assign}
            </LinkButton>
            <Suspense>
              <AssignNextWeek classId={classId} onChanged={() => setMade((count) => count + 1)} />
            </Suspense>
            <LinkButton kind="secondary" href={`/classes/${classId}/print`}>
              {roomMessages.print}
            </LinkButton>
            <LinkButton kind="secondary" href={`/classes/${classId}/print?what=certificates`}>
              {friday.certificates}
            </LinkButton>
          </>
        }
        hrefOf={(studentId) => `/classes/${classId}?child=${studentId}`}
        groupHrefs={{
          assign: (set, ids) => `/assignments/${classId}?${asked(set, ids)}`,
          sheet: (set, ids) => `/classes/${classId}/print?what=group&${asked(set, ids)}`,
          sheets: (groups) => `/classes/${classId}/print?what=group&${askedGroups(groups)}`,
        }}
      />
    </>
  )
}
