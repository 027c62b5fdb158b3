import { findFact } from '../fact.ts'
import { GAME_TEXTS } from '../games.en.ts'
import { assignedName, dayName, factName } from './assigned-names.en.ts'
import type { NextAssignment, WeekReport } from './weekly-report.ts'
import { listed, plural } from '../words.en.ts'

/** With more assignments, a child's part of the report would be too long. */
const MOST_ASSIGNED = 3

/** A fact with its answer, such as "7 + 8 = 15". */
const solved = (id: string): string => `${factName(id)}\u00a0=\u00a0${findFact(id)?.answer ?? ''}`

const days = (count: number): string => plural(count, { one: 'on # day', other: 'on # days' })

function praise(name: string, { praise: given, practicedDays }: WeekReport): string | null {
  switch (given?.kind) {
    case 'kept_at':
      return `${name} missed ${factName(given.factId)}, kept at it, and got it right.`
    case 'new_facts':
      return `Knowing a fact takes practice on different days, and ${name} did it.`
    case 'days':
      return `Coming back ${days(practicedDays)} is what makes facts stick.`
    case 'right':
      return `${name} got ${factName(given.factId)} right on the first try.`
    case 'practiced':
      return 'Every bit of practice helps.'
    case undefined:
      return null
  }
}

/** A child's week so far in one sentence. */
export function weekSentence(name: string, report: WeekReport): string {
  const { hasPracticed, practicedDays, newFacts, moreNewFacts, hardFacts } = report
  if (!hasPracticed) return `${name} hasn’t practiced this week yet.`
  const learned = newFacts.length + moreNewFacts
  const [hard] = hardFacts
  return [
    practicedDays > 0 ? `${name} practiced ${days(practicedDays)}` : `${name} practiced a little`,
    learned > 0 ? ` and learned ${plural(learned, { one: '# new fact', other: '# new facts' })}` : '',
    hard === undefined ? '.' : `; ${factName(hard)} is still hard.`,
  ].join('')
}

/** A child's week in sentences, the same on the page and in the email. */
export function weekSentences(name: string, report: WeekReport): readonly string[] {
  const { hasPracticed, practicedDays, newFacts, moreNewFacts, hardFacts } = report
  if (!hasPracticed) return ['No practice this week. Here’s a game you can play without a device.']
  const known = [...newFacts.map(solved), ...(moreNewFacts > 0 ? [`${moreNewFacts} more`] : [])]
  return [
    practicedDays > 0 ? `${name} practiced ${days(practicedDays)}.` : `${name} practiced a little.`,
    ...(known.length > 0 ? [`Now known: ${listed(known)}.`] : []),
    ...(hardFacts.length > 0 ? [`Still hard: ${listed(hardFacts.map(factName))}.`] : []),
    praise(name, report),
  ].filter((sentence) => sentence !== null)
}

function assignedSentence({ assigned, amountKind, amount, dueDay }: NextAssignment, today: string): string {
  const amounts = {
    problems: plural(amount, { one: '# problem', other: '# problems' }),
    minutes: plural(amount, { one: '# minute', other: '# minutes' }),
  }
  return `${amounts[amountKind]} by ${dayName(dueDay, today)}: ${assignedName(assigned, 'What your child needs next')}`
}

/** What is assigned for the next days, one sentence each; the last ones are only counted. */
export function assignedSentences(assigned: readonly NextAssignment[], today: string): readonly string[] {
  const shown = assigned.slice(0, MOST_ASSIGNED).map((next) => assignedSentence(next, today))
  const more = assigned.length - shown.length
  return more > 0 ? [...shown, `And ${more} more`] : shown
}

/** A game with everything needed to play it, as labels and texts. */
export function gameLines({ game }: WeekReport): {
  readonly title: string
  readonly lines: readonly (readonly [label: string, text: string])[]
} {
  const { title, needs, play, easier, harder } = GAME_TEXTS[game]
  return {
    title,
    lines: [
      ['You need:', needs],
      ['How to play:', play],
      ['Easier:', easier],
      ['Harder:', harder],
    ],
  }
}

/** Texts of the weekly report that are not about one child. */
export const weeklyWords = {
  gameHeading: 'A five-minute game for this week',
  /** Shorter than beside the games (`GAME_TIPS`): an email has fewer than 200 words per child. */
  tip: 'Five minutes, no clock. Ask “How did you know?” before saying if it’s right. Stop while it’s fun.',
  assignedHeading: 'Coming up',
} as const
