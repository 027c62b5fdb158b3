import type { DashboardChild } from '../../../domain/school/dashboard.ts'
import type { FactNow } from '../../../domain/school/fact-letters.ts'
import type { FactSetId } from '../../../domain/school/fact-sets.ts'
import { SET_NAMES } from '../../../domain/school/set-names.en.ts'
import { LOCALE, listed } from '../../../domain/words.en.ts'

const DATE = new Intl.DateTimeFormat(LOCALE, {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})
const INITIAL = new Intl.DateTimeFormat(LOCALE, { weekday: 'narrow', timeZone: 'UTC' })
const dateWords = (day: string): string => DATE.format(Date.parse(day))

type Label = DashboardChild['labels'][number]

/** A label's title, its reason, and what to do. `facts` are the names of its facts. */
function labelWords(label: Label, facts: readonly string[]): { title: string; why: string; hint: string } {
  switch (label.kind) {
    case 'not_seen':
      return {
        title: 'Not seen lately',
        why:
          label.last === '' ? 'No day with ten answers yet.' : `Last practiced on ${dateWords(label.last)}.`,
        hint: 'No practice for five or more school days. Children who are marked away aren’t listed.',
      }
    case 'stuck':
      return {
        title: `Stuck: ${SET_NAMES[label.set]}`,
        why: listed(facts),
        hint: 'Missed at least 3 of the last 4 times.',
      }
    case 'ready':
      return {
        title: 'Ready for the next set',
        why: `Now knows nearly all of “${SET_NAMES[label.set]}”.`,
        hint: 'Reached nine in ten known facts this week.',
      }
  }
}

function factWords({ state, wrong, isStuck }: FactNow): string {
  if (state === 'unknown') return 'not tried yet'
  if (state !== 'learning') return state
  const times = ['', 'wrong once', 'wrong twice', 'wrong three times', 'wrong four times'][wrong] ?? ''
  return [isStuck ? 'stuck' : 'learning', times].filter(Boolean).join(', ')
}

/** Text of the class dashboard. */
export const dashboardMessages = {
  empty: {
    title: 'Nobody has practiced yet',
    lead: 'Hand out the cards, and this page fills in on its own. It will show:',
    soon: [
      ['Who practiced', 'as soon as the first child has answered ten problems'],
      [
        'Who is stuck, and on what',
        'once a child has tried the same facts four times, usually in the first week',
      ],
      ['Groups for ten minutes of teaching', 'as soon as two children need the same facts'],
    ],
  },
  friday: {
    print: 'Print this page',
    certificates: 'Print certificates',
    title: (name: string, day: string) => `${name}, ${dateWords(day)}`,
  },
  csv: 'Download as CSV',
  practiced: {
    title: 'Who practiced?',
    fewestFirst: 'Fewest days first',
    minutes: 'Show minutes',
    name: 'Name',
    days: 'Days',
    weeks: ['Last week', 'This week'],
    initial: (day: string) => INITIAL.format(Date.parse(day)),
    date: dateWords,
    ring: { p: 'practiced', s: 'free or away', o: 'no practice', f: 'still to come' },
    key: 'A full ring is a day of practice: ten problems, or three minutes. A dot is a free day.',
    minuteCount: (minutes: number) => (minutes === 0 ? '' : `${minutes}`),
    file: 'practice',
  },
  stuck: {
    title: 'Who needs you?',
    forTeachers: 'For you only; children never see this',
    none: 'Nobody right now. Children appear here when they’re stuck, ready for more, or haven’t practiced lately.',
    label: labelWords,
    child: 'Name',
    what: 'What',
    whatAndWhy: 'What and why',
    why: 'Why',
    file: 'who-needs-you',
  },
  groups: {
    title: 'What to do next',
    lead: 'Ten minutes with each group help most. Groups are based on what children miss, and change as they learn.',
    none: 'No groups right now: no two children need the same facts.',
    picture: (fact: string) => `A picture of ${fact}`,
    game: (title: string) => `A game that helps: ${title}`,
    assign: 'Assign this set to this group',
    sheet: 'Print the sheet',
    sheets: 'Print all sheets',
    onTrack: (names: readonly string[]) => `On track: ${listed(names)}.`,
  },
  facts: {
    title: 'Facts and children',
    lead: 'The fuller the box, the more of the set a child knows. Choose a set to see its facts.',
    setLead: 'Dot: not tried yet. Ring: learning. Bold ring: stuck. Half: known. Full: known and fast.',
    table: 'Sets and children',
    tableOf: (set: FactSetId) => `${SET_NAMES[set]}: facts and children`,
    back: 'All sets',
    set: 'Set',
    fact: 'Fact',
    byNeed: 'Most need first',
    numbers: 'Numbers instead of names',
    print: 'Print this table',
    share: (name: string, set: FactSetId, known: number, all: number) =>
      `${name}, ${SET_NAMES[set]}: knows ${known} of ${all}`,
    cell: (name: string, fact: string, now: FactNow) => `${name}, ${fact}, ${factWords(now)}`,
    state: factWords,
    file: 'facts',
  },
  number: (place: number) => `${place + 1}`,
  list: (names: readonly string[]) => listed(names),
  failures: { not_found: 'This class was deleted, or it isn’t yours.' },
}
