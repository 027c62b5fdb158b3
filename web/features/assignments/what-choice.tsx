import { useId } from 'react'
import { allFacts, OPERATIONS, type Fact, type Operation } from '../../../domain/fact.ts'
import { LEAGUES } from '../../../domain/league.ts'
import { factAt, numberOf } from '../../../domain/learning/memory.ts'
import { MAX_ASSIGNED_FACTS, MAX_ASSIGNED_SETS } from '../../../domain/school/assignment.ts'
import { FACT_SET_IDS, factsOfSet, type FactSetId } from '../../../domain/school/fact-sets.ts'
import { teachingOrder } from '../../../domain/school/teaching-order.ts'
import { SET_NAMES } from '../../../domain/school/set-names.en.ts'
import { operationSymbol } from '../../ui/operation-tone.ts'
import type { AssignDraft, AssignedKind } from './assign-draft.ts'
import { assignmentMessages } from './assignments.messages.en.ts'
import { math } from '../../../domain/math-text.en.ts'

const { form: words } = assignmentMessages

const KINDS: readonly AssignedKind[] = ['needs', 'league', 'sets', 'facts']

type Props = {
  draft: AssignDraft
  change: (next: Partial<AssignDraft>) => void
}

/** The choice of what to assign: the kind, and the choice that belongs to it. */
export function WhatChoice(props: Props) {
  const { draft, change } = props
  const name = useId()
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-2 font-bold">{words.what}</legend>
      <div className="flex flex-wrap gap-x-6">
        {KINDS.map((kind) => (
          <label key={kind} className="flex min-h-target items-center gap-3">
            <input
              type="radio"
              name={name}
              className="size-6 accent-accent"
              checked={draft.kind === kind}
              onChange={() => change({ kind })}
            />
            {words.kinds[kind]}
          </label>
        ))}
      </div>
      <Choice {...props} />
    </fieldset>
  )
}

function Choice(props: Props) {
  const { draft, change } = props
  switch (draft.kind) {
    case 'needs':
      return (
        <Checks
          legend={words.operations}
          options={OPERATIONS.map((id) => ({ id, label: words.operation[id] }))}
          chosen={draft.operations}
          most={OPERATIONS.length}
          onChange={(operations) => change({ operations })}
        />
      )
    case 'league':
      return (
        <label className="grid max-w-sm">
          <span className="mb-1 font-bold">{words.league}</span>
          <select
            className="min-h-target rounded-key border-2 border-edge bg-sheet px-4 text-lg"
            value={draft.league}
            onChange={({ currentTarget }) => {
              const league = LEAGUES.find(({ id }) => id === currentTarget.value)
              if (league) change({ league: league.id })
            }}
          >
            {LEAGUES.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )
    case 'sets':
      return (
        <div className="grid gap-4">
          <p className="text-sm text-ink-soft">{words.setsHint}</p>
          {OPERATIONS.map((operation) => (
            <Checks
              key={operation}
              legend={words.operation[operation]}
              options={setsOf(operation).map((id) => ({ id, label: SET_NAMES[id] }))}
              chosen={draft.sets}
              most={MAX_ASSIGNED_SETS}
              onChange={(sets) => change({ sets })}
            />
          ))}
        </div>
      )
    case 'facts':
      return <FactGrid {...props} />
  }
}

/** The sets in teaching order, then those that are not taught on their own. */
function setsOf(operation: Operation): readonly FactSetId[] {
  const taught = teachingOrder(operation)
  const isOfOperation = (id: FactSetId): boolean =>
    factsOfSet(id).every((number) => factAt(number)?.operation === operation)
  return [...taught, ...FACT_SET_IDS.filter((id) => isOfOperation(id) && !taught.includes(id))]
}

/** The facts of an operation in rows: of the same first number, or what is taken away or divided by. */
function rowsOf(operation: Operation): readonly (readonly Fact[])[] {
  const isBySecond = operation === 'subtraction' || operation === 'division'
  const rowOf = ({ operand1, operand2 }: Fact): number => (isBySecond ? operand2 : operand1)
  const placeOf = ({ operand2, answer }: Fact): number => (isBySecond ? answer : operand2)
  const facts = allFacts(operation)
  const rows = [...new Set(facts.map(rowOf))].toSorted((one, other) => one - other)
  return rows.map((row) =>
    facts.filter((fact) => rowOf(fact) === row).toSorted((one, other) => placeOf(one) - placeOf(other)),
  )
}

type ChecksProps<Id extends string> = {
  legend: string
  options: readonly { readonly id: Id; readonly label: string }[]
  chosen: readonly Id[]
  most: number
  onChange: (chosen: Id[]) => void
}

function Checks<Id extends string>({ legend, options, chosen, most, onChange }: ChecksProps<Id>) {
  const isFull = chosen.length >= most
  return (
    <fieldset>
      <legend className="mb-1 font-bold">{legend}</legend>
      <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-3 lg:grid-cols-4">
        {options.map(({ id, label }) => {
          const isChosen = chosen.includes(id)
          return (
            <label key={id} className="flex min-h-target min-w-0 items-center gap-3">
              <input
                type="checkbox"
                className="size-6 shrink-0 accent-accent"
                checked={isChosen}
                disabled={isFull && !isChosen}
                onChange={() => onChange(isChosen ? chosen.filter((each) => each !== id) : [...chosen, id])}
              />
              {label}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}

/** The facts of one operation at a time. */
function FactGrid(props: Props) {
  const { facts, operations } = props.draft
  const operation = operationOf(facts) ?? operations[0] ?? 'addition'
  const name = useId()
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-x-6">
        {OPERATIONS.map((each) => (
          <label key={each} className="flex min-h-target items-center gap-3">
            <input
              type="radio"
              name={name}
              className="size-6 accent-accent"
              checked={each === operation}
              onChange={() => props.change({ facts: [], operations: [each] })}
            />
            {words.operation[each]}
          </label>
        ))}
      </div>
      <p className="text-sm text-ink-soft">{words.factsHint(facts.length, MAX_ASSIGNED_FACTS)}</p>
      <div className="grid max-h-96 gap-3 overflow-y-auto p-1">
        {rowsOf(operation).map((row) => (
          <div
            key={row[0]?.id}
            className="grid grid-cols-[repeat(auto-fill,minmax(4.75rem,1fr))] gap-2 lg:grid-cols-12"
          >
            {row.map((fact) => (
              <FactCheck key={fact.id} fact={fact} facts={facts} change={props.change} />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

type CheckProps = { fact: Fact; facts: AssignDraft['facts']; change: Props['change'] }

/** A fact that can be chosen. */
function FactCheck({ fact, facts, change }: CheckProps) {
  const isChosen = facts.includes(fact.id)
  return (
    <label className="relative grid min-h-target place-items-center rounded-key border-2 border-edge bg-sheet tabular-nums has-checked:border-on-accent has-checked:bg-accent has-checked:text-on-accent has-disabled:opacity-50 has-focus-visible:outline-3 has-focus-visible:outline-focus">
      <input
        type="checkbox"
        className="absolute inset-0 appearance-none rounded-key outline-none"
        checked={isChosen}
        disabled={!isChosen && facts.length >= MAX_ASSIGNED_FACTS}
        onChange={() =>
          change({ facts: isChosen ? facts.filter((id) => id !== fact.id) : [...facts, fact.id] })
        }
      />
      {math(`${fact.operand1} ${operationSymbol(fact.operation)} ${fact.operand2}`)}
    </label>
  )
}

function operationOf(facts: readonly string[]): Operation | undefined {
  return factAt(numberOf(facts[0] ?? ''))?.operation
}
