import { Suspense, useState } from 'react'
import { useParams, useSearch } from 'wouter'
import type { ClassWithChildren } from '../../contract/classes.ts'
import type { Dashboard } from '../../domain/school/dashboard.ts'
import { SignedInGate } from '../features/account/signed-in-gate.tsx'
import { ClassRoom } from '../features/classes/class-room.tsx'
import { ClassDashboard } from './class-dashboard.tsx'
import * as classCalls from '../generated/class-calls.ts'
import * as dashboardCalls from '../generated/dashboard-calls.ts'
import { begunCall } from '../lib/begun-call.ts'
import { lazyPage } from '../lib/lazy-page.tsx'
import type { Load } from '../lib/server-value.ts'
import { sessionCall } from '../lib/session-call.ts'
import { signedInMark } from '../lib/signed-in.ts'

// The dashboard, which comes first, needs none of these.
const ClassGoalSection = lazyPage(() =>
  import('../features/class-goal/class-goal-section.tsx').then((part) => part.ClassGoalSection),
)
const ClassSettings = lazyPage(() =>
  import('../features/settings/class-settings.tsx').then((part) => part.ClassSettings),
)
const ClassCalendar = lazyPage(() =>
  import('../features/classes/home-calendar.tsx').then((part) => part.ClassCalendar),
)
const ChildSettings = lazyPage(() =>
  import('../features/settings/child-settings.tsx').then((part) => part.ChildSettings),
)
const ChildProgress = lazyPage(() => import('./child-progress.tsx').then((part) => part.ChildProgress))
const ChildLabels = lazyPage(() =>
  import('../features/dashboard/child-labels.tsx').then((part) => part.ChildLabels),
)

const progressOf = (studentId: string, classId: string) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
    <ChildLabels classId={classId} studentId={studentId} />
    <ChildProgress studentId={studentId} />
  </div>
)

const goalOf = ({ id, children }: ClassWithChildren) => <ClassGoalSection classId={id} names={children} />

const settingsOf = (studentId: string) => <ChildSettings studentId={studentId} />

/**
 * The calls for a class and its dashboard. Where a teacher seems to be signed in and the page begins with the dashboard, they are
 * begun together, before the session is confirmed.
 */
function readsOf(classId: string, isBegun: boolean) {
  const params = { classId }
  const school: Load<ClassWithChildren> = (signal) => sessionCall(classCalls.read, { params }, { signal })
  const dashboard: Load<Dashboard> = (signal) => sessionCall(dashboardCalls.ofClass, { params }, { signal })
  return isBegun ? { school: begunCall(school), dashboard: begunCall(dashboard) } : { school, dashboard }
}

const dashboardBy = (read: Load<Dashboard>) => (school: ClassWithChildren) => (
  <ClassDashboard school={school} read={read} />
)

const calendarBy = (classId: string) => (names: readonly { studentId: string; name: string }[]) => (
  <Suspense>
    <ClassCalendar classId={classId} names={names} />
  </Suspense>
)

/**
 * A class for its teacher: the dashboard, with `?view=children` its children, or with `?child=` one of them.
 */
export function ClassPage() {
  const { classId = '' } = useParams()
  return <OneClass key={classId} classId={classId} />
}

function OneClass({ classId }: { classId: string }) {
  const search = new URLSearchParams(useSearch())
  const view = search.get('view')
  const [reads] = useState(() => readsOf(classId, search.size === 0 && signedInMark().startsWith('teacher')))
  return (
    <div className="page-width pt-3 pb-8 print:p-0">
      <SignedInGate roles={['teacher']}>
        {() =>
          search.has('settings') ? (
            <ClassSettings classId={classId} calendarOf={calendarBy(classId)} />
          ) : (
            <ClassRoom
              classId={classId}
              read={reads.school}
              studentId={search.get('child')}
              view={view}
              progressOf={progressOf}
              settingsOf={settingsOf}
              dashboardOf={dashboardBy(reads.dashboard)}
              goalOf={goalOf}
            />
          )
        }
      </SignedInGate>
    </div>
  )
}
