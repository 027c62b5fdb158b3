import { useState, type ReactNode } from 'react'
import type { Dashboard, DashboardChild } from '../../../domain/school/dashboard.ts'
import { readLetter } from '../../../domain/school/fact-letters.ts'
import { factsOfSet, type FactSetId } from '../../../domain/school/fact-sets.ts'
import { knownShare, TAUGHT_SETS } from '../../../domain/school/need-order.ts'
import { SET_NAMES } from '../../../domain/school/set-names.en.ts'
import { Button } from '../../ui/button.tsx'
import { GRID_CELL, useGridKeys } from '../../ui/grid-keys.ts'
import { Toggle } from '../../ui/toggle.tsx'
import { FactShape, ShareShape } from './cell-shapes.tsx'
import { dashboardMessages } from './dashboard.messages.en.ts'
import { factName } from './fact-name.ts'
import { SaveTable } from './save-table.tsx'

const { facts: words } = dashboardMessages

/** How much a child needs somebody's help: its lately missed facts. */
const needOf = ({ letters }: DashboardChild): number =>
  Array.from(letters).reduce((sum, letter) => sum + readLetter(letter).wrong, 0)

/** The sets of which somebody has tried a fact. */
function triedSets(children: readonly DashboardChild[]): readonly FactSetId[] {
  return TAUGHT_SETS.filter((set) =>
    factsOfSet(set).some((fact) =>
      children.some(({ letters }) => readLetter(letters[fact]).state !== 'unknown'),
    ),
  )
}

/** Prints this table alone, instead of the rest of the page. */
function printTable(): void {
  const { dataset } = document.documentElement
  dataset['prints'] = 'facts'
  window.print()
  delete dataset['prints']
}

/** Sets and children; a set opens to its facts. */
export function FactsGrid({ dashboard }: { dashboard: Dashboard }) {
  const [opened, setOpened] = useState<FactSetId | null>(null)
  const [isByNeed, setByNeed] = useState(false)
  const [hasNumbers, setHasNumbers] = useState(false)
  const named = dashboard.children.map((child, place) => ({
    ...child,
    name: hasNumbers ? dashboardMessages.number(place) : child.name,
  }))
  const children = isByNeed ? named.toSorted((one, other) => needOf(other) - needOf(one)) : named
  return (
    <section aria-labelledby="facts-grid" className="dashboard-facts grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="facts-grid" className="text-2xl">
        {opened === null ? words.title : words.tableOf(opened)}
      </h2>
      <p className="max-w-160 text-ink-soft">{opened === null ? words.lead : words.setLead}</p>
      <div className="flex flex-wrap items-center gap-x-8 gap-y-2 print:hidden">
        {opened !== null && (
          <Button kind="secondary" onClick={() => setOpened(null)}>
            {words.back}
          </Button>
        )}
        <div className="min-w-56">
          <Toggle label={words.byNeed} checked={isByNeed} onChange={setByNeed} />
        </div>
        <div className="min-w-56">
          <Toggle label={words.numbers} checked={hasNumbers} onChange={setHasNumbers} />
        </div>
        <Button kind="quiet" onClick={printTable}>
          {words.print}
        </Button>
      </div>
      {opened === null ? (
        <Sets childrenHere={children} onOpen={setOpened} />
      ) : (
        <FactsOfSet set={opened} childrenHere={children} />
      )}
    </section>
  )
}

type Children = readonly DashboardChild[]

type SetsProps = { childrenHere: Children; onOpen: (set: FactSetId) => void }

function Sets({ childrenHere, onOpen }: SetsProps) {
  const sets = triedSets(childrenHere)
  return (
    <>
      <Grid
        label={words.table}
        corner={words.set}
        childrenHere={childrenHere}
        rows={sets.map((set) => ({
          id: set,
          head: (
            <button
              type="button"
              className="min-h-target w-full min-w-36 px-3 text-start font-bold hover:bg-sunk"
              onClick={() => onOpen(set)}
            >
              {SET_NAMES[set]}
            </button>
          ),
          cells: childrenHere.map(({ name, letters }) => {
            const all = factsOfSet(set).length
            const share = knownShare(letters, set)
            return {
              shape: <ShareShape share={share} />,
              text: words.share(name, set, Math.round(share * all), all),
            }
          }),
        }))}
      />
      <SaveTable
        name={words.file}
        columns={[words.set, ...childrenHere.map(({ name }) => name)]}
        rows={() =>
          sets.map((set) => [
            SET_NAMES[set],
            ...childrenHere.map(({ letters }) =>
              Math.round(knownShare(letters, set) * factsOfSet(set).length),
            ),
          ])
        }
      />
    </>
  )
}

function FactsOfSet({ set, childrenHere }: { set: FactSetId; childrenHere: Children }) {
  const facts = factsOfSet(set)
  return (
    <>
      <Grid
        label={words.tableOf(set)}
        corner={words.fact}
        childrenHere={childrenHere}
        rows={facts.map((fact) => ({
          id: String(fact),
          head: <span className="block px-3 font-bold whitespace-nowrap tabular-nums">{factName(fact)}</span>,
          cells: childrenHere.map(({ name, letters }) => {
            const now = readLetter(letters[fact])
            return { shape: <FactShape fact={now} />, text: words.cell(name, factName(fact), now) }
          }),
        }))}
      />
      <SaveTable
        name={words.file}
        columns={[words.fact, ...childrenHere.map(({ name }) => name)]}
        rows={() =>
          facts.map((fact) => [
            factName(fact),
            ...childrenHere.map(({ letters }) => words.state(readLetter(letters[fact]))),
          ])
        }
      />
    </>
  )
}

type GridProps = {
  label: string
  corner: string
  childrenHere: Children
  rows: readonly {
    readonly id: string
    readonly head: ReactNode
    /** In the order of the children. */
    readonly cells: readonly { readonly shape: ReactNode; readonly text: string }[]
  }[]
}

/** A table whose cells are one stop for Tab; the arrows go on from there. */
function Grid({ label, corner, childrenHere, rows }: GridProps) {
  const grid = useGridKeys<HTMLTableElement>()
  const [current, setCurrent] = useState('0 0')
  return (
    <div className="dashboard-grid relative w-fit max-w-full overflow-x-auto rounded-card border-2 border-line bg-sheet">
      <table ref={grid} aria-label={label} className="border-collapse text-start">
        <thead>
          <tr>
            <th
              scope="col"
              className="sticky start-0 z-[1] bg-sheet px-3 pb-2 align-bottom font-normal text-ink-soft"
            >
              {corner}
            </th>
            {childrenHere.map(({ studentId, name }) => (
              <th key={studentId} scope="col" className="h-36 px-1 pb-2 align-bottom font-bold">
                <span translate="no" className="dashboard-upright">
                  {name}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, head, cells }, row) => (
            <tr key={id} className="border-t border-line">
              <th scope="row" className="sticky start-0 z-[1] bg-sheet p-0">
                {head}
              </th>
              {childrenHere.map(({ studentId }, column) => {
                const place = `${row} ${column}`
                return (
                  <td
                    key={studentId}
                    tabIndex={place === current ? 0 : -1}
                    onFocus={() => setCurrent(place)}
                    title={cells[column]?.text}
                    className="size-9 p-1"
                    {...GRID_CELL}
                  >
                    {cells[column]?.shape}
                    <span className="sr-only">{cells[column]?.text}</span>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
