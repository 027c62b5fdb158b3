import { Suspense, useState, type ReactNode } from 'react'
import type { ClassWithChildren } from '../../../contract/classes.ts'
import { lazyPage } from '../../lib/lazy-page.tsx'
import { useAnswer, type Load } from '../../lib/server-value.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { FailedPage, LoadingPage } from '../../ui/page-message.tsx'
import { byName } from './by-name.ts'
import type { ChildrenProps } from './children-of-class.tsx'
import { childrenHref } from './class-actions.tsx'
import { ClassTitle } from './class-head.tsx'
import { roomMessages } from './class-room.messages.en.ts'
import { isAdding } from './unadded-names.ts'

// The dashboard, which comes first, does not wait for these.
const ChildOfClass = lazyPage(() => import('./child-of-class.tsx').then((part) => part.ChildOfClass))
const ClassNewDevices = lazyPage(() => import('./class-new-devices.tsx').then((part) => part.ClassNewDevices))
const ChildrenOfClass = lazyPage(() => import('./children-of-class.tsx').then((part) => part.ChildrenOfClass))

type Props = {
  classId: string
  read: Load<ClassWithChildren>
  /** The child that is looked at; null for the class. */
  studentId: string | null
  /** `children` for the list of children; anything else for the dashboard. */
  view: string | null
  /** How a child gets on. */
  progressOf: (studentId: string, classId: string) => ReactNode
  /** How a child plays. */
  settingsOf: (studentId: string) => ReactNode
  /** The dashboard of a class. */
  dashboardOf: (school: ClassWithChildren) => ReactNode
  /** The class goal. */
  goalOf: (school: ClassWithChildren) => ReactNode
}

/** A teacher's class: dashboard, code, children, cards, and the page of each child. */
export function ClassRoom({ classId, read, studentId, view, ...parts }: Props) {
  const { answer, refetch, update } = useAnswer(read)
  if (answer.state === 'loading') return <LoadingPage />
  if (answer.state === 'failed') {
    const own = { not_found: roomMessages.gone }
    return <FailedPage failure={answer.failure} onTryAgain={refetch} own={own} />
  }
  const school = { ...answer.value, children: byName(answer.value.children) }
  const child = school.children.find(({ id }) => id === studentId)
  return (
    <>
      {/* The dashboard says it itself. */}
      {answer.failure && (child || view !== null) && <FailureNote failure={answer.failure} />}
      {child ? (
        <ChildOfClass
          key={child.id}
          school={school}
          child={child}
          update={update}
          settings={parts.settingsOf(child.id)}
        >
          {parts.progressOf(child.id, classId)}
        </ChildOfClass>
      ) : (
        <WholeClass
          key={view}
          school={school}
          update={update}
          refetch={refetch}
          dashboard={view === 'children' ? null : parts.dashboardOf(school)}
          goal={parts.goalOf(school)}
        />
      )}
    </>
  )
}

type WholeProps = ChildrenProps & {
  /** Null if the children are asked for. */
  dashboard: ReactNode
}

/** The dashboard, or the children; a class that had none when it was opened begins with adding some. */
function WholeClass({ dashboard, ...rest }: WholeProps) {
  const { school, update, refetch } = rest
  const [isNew] = useState(() => school.children.length === 0 || isAdding(school))
  if (dashboard === null || isNew || school.archived) return <ChildrenOfClass {...rest} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="grid gap-4 print:hidden">
        <ClassTitle name={school.name}>
          <LinkButton kind="quiet" href={childrenHref(school.id)}>
            {roomMessages.children}
          </LinkButton>
          <LinkButton kind="quiet" href={`/classes/${school.id}?settings`}>
            {roomMessages.settings}
          </LinkButton>
        </ClassTitle>
        <Suspense>
          <ClassNewDevices school={school} update={update} refetch={refetch} isOnlyWaiting />
        </Suspense>
      </div>
      {dashboard}
    </div>
  )
}
