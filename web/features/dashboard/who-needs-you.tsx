import type { Dashboard, DashboardChild } from '../../../domain/school/dashboard.ts'
import { ChildName, type ChildHref } from './child-name.tsx'
import { dashboardMessages } from './dashboard.messages.en.ts'
import { labelText } from './label-text.ts'
import { SaveTable } from './save-table.tsx'
import { useFirstRows } from './use-after-paint.ts'

const { stuck: words } = dashboardMessages

/** The most urgent first. */
const ORDER = ['not_seen', 'stuck', 'ready'] as const

const urgency = ({ labels: [label] }: DashboardChild): number =>
  label ? ORDER.indexOf(label.kind) : ORDER.length

/** The children with a label, each with why and what helps. */
export function WhoNeedsYou({ dashboard, hrefOf }: { dashboard: Dashboard; hrefOf: ChildHref }) {
  const listed = dashboard.children
    .toSorted((one, other) => urgency(one) - urgency(other))
    .flatMap((child) => {
      const [label] = child.labels
      return label ? [{ child, label: labelText(label) }] : []
    })
  const isFirst = (at: number): boolean => listed[at]?.label.hint !== listed[at - 1]?.label.hint
  const shown = useFirstRows(listed)
  return (
    <section aria-labelledby="who-needs-you" className="dashboard-labels grid content-start gap-3">
      <h2 id="who-needs-you" className="text-2xl">
        {words.title}
      </h2>
      {listed.length === 0 ? (
        <p className="rounded-card bg-sunk p-5">{words.none}</p>
      ) : (
        <>
          <div className="relative overflow-x-auto rounded-card border-2 border-line bg-sheet">
            <table
              aria-labelledby="who-needs-you"
              className="dashboard-table w-full border-collapse text-start"
            >
              <thead className="sr-only">
                <tr>
                  {[words.child, words.whatAndWhy].map((head) => (
                    <th key={head} scope="col">
                      {head}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {shown.map(({ child, label: { title, why, hint } }, at) => (
                  <tr key={child.studentId} className="border-t border-line first:border-t-0">
                    <ChildName child={child} href={hrefOf(child.studentId)} />
                    <td className="min-w-44 px-3 py-2">
                      <span className="block font-bold">{title}</span>
                      {why} {isFirst(at) && <span className="block text-sm text-ink-soft">{hint}</span>}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <div className="justify-self-end">
            <SaveTable
              name={words.file}
              columns={[words.child, words.what, words.why]}
              rows={() => listed.map(({ child, label: { title, why } }) => [child.name, title, why])}
            />
          </div>
        </>
      )}
    </section>
  )
}
