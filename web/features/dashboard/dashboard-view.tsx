import { Suspense, type ReactNode } from 'react'
import type { Dashboard } from '../../../domain/school/dashboard.ts'
import { lazyPage } from '../../lib/lazy-page.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyFrame } from '../../ui/empty-frame.tsx'
import type { ChildHref } from './child-name.tsx'
import { dashboardMessages } from './dashboard.messages.en.ts'
import { NextGroups, type GroupHrefs } from './next-groups.tsx'
import { useAfterPaint } from './use-after-paint.ts'
import { WhoNeedsYou } from './who-needs-you.tsx'
import { WhoPracticed } from './who-practiced.tsx'
import './dashboard.css'

const { empty, friday } = dashboardMessages

const FactsGrid = lazyPage(() => import('./facts-grid.tsx').then((part) => part.FactsGrid))

type Props = {
  /** The name of the class, as the print has it. */
  name: string
  dashboard: Dashboard
  hrefOf: ChildHref
  groupHrefs: GroupHrefs
  /** Further facts about the class. */
  further?: ReactNode
  /** What a teacher does next, beside the button that prints. */
  actions?: ReactNode
}

const isEmpty = ({ children }: Dashboard): boolean =>
  children.every(({ rings, letters }) => !rings.includes('p') && !/[^-]/.test(letters))

/** More children than this are printed smaller, so that a class fits on one page. */
const MANY = 30

/** Whether so few children need the teacher that the groups fit beside who practiced. */
const isShort = ({ children }: Dashboard): boolean =>
  3 * children.filter(({ labels }) => labels.length > 0).length <= children.length

/** A class on one page: who practiced, who needs the teacher, what to do next, and all facts. */
export function DashboardView(props: Props) {
  const { name, dashboard, hrefOf, further } = props
  if (isEmpty(dashboard)) {
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
        <Empty />
        <div className="flex flex-wrap gap-3 max-sm:grid max-sm:grid-cols-2">{props.actions}</div>
        {further}
      </div>
    )
  }
  const size = dashboard.children.length > MANY ? 'friday-small' : ''
  const shape = isShort(dashboard) ? 'friday-short' : ''
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <div className="flex flex-wrap gap-3 max-sm:grid max-sm:grid-cols-2 print:hidden">
        {props.actions}
        <Button kind="secondary" className="max-sm:hidden" onClick={() => window.print()}>
          {friday.print}
        </Button>
      </div>
      <div className={`friday grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-10 ${size} ${shape}`}>
        <p className="friday-title hidden text-xl font-bold print:block">
          {friday.title(name, dashboard.today)}
        </p>
        <WhoPracticed dashboard={dashboard} hrefOf={hrefOf} />
        <WhoNeedsYou dashboard={dashboard} hrefOf={hrefOf} />
        <NextGroups dashboard={dashboard} hrefs={props.groupHrefs} />
      </div>
      <AfterPaint>
        <Suspense>
          <FactsGrid dashboard={dashboard} />
        </Suspense>
      </AfterPaint>
      {further}
    </div>
  )
}

function AfterPaint({ children }: { children: ReactNode }) {
  return useAfterPaint() && children
}

/** A preview of the page for a class that has not practiced. */
function Empty() {
  return (
    <section aria-labelledby="dashboard-empty" className="grid justify-items-start gap-5">
      <EmptyFrame />
      <h2 id="dashboard-empty" className="text-2xl">
        {empty.title}
      </h2>
      <p className="max-w-160 text-lg">{empty.lead}</p>
      <dl className="grid max-w-160 gap-3">
        {empty.soon.map(([what, when]) => (
          <div key={what} className="rounded-card bg-sunk px-5 py-3">
            <dt className="font-bold">{what}</dt>
            <dd>{when}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
