import { factsWith, NO_LETTERS, readLetter, type FactNow } from './fact-letters.ts'
import { factsOfSet, type FactSetId } from './fact-sets.ts'
import { isMostlyKnown, TAUGHT_SETS } from './need-order.ts'

/** A child to be grouped, and its facts (`lettersOn`). */
type GroupedChild = { readonly studentId: string; readonly letters: string }

/** Children who need the same set, for ten minutes of teaching. */
export type Group = {
  readonly set: FactSetId
  readonly studentIds: readonly string[]
  /** The fact that is hard for most of them, and for how many. */
  readonly fact: number
  readonly hardFor: number
}

const MAX_GROUPS = 4
const MIN_CHILDREN = 2
const MAX_GROUP_CHILDREN = 6
/** A single missed fact does not justify a lesson. */
const MIN_NEED = 2
/** A child joins a group for a set that it needs at least this much, compared with the set that it needs most. */
const NEARLY = 0.5
/** A stuck fact counts as this many missed ones. */
const STUCK_WEIGHT = 2

/** A fact that was always right lately needs practice, not teaching. */
const isHard = ({ state, wrong }: FactNow): boolean => state === 'learning' && wrong > 0

function needOf(letters: string, set: FactSetId): number {
  const hard = factsWith(letters, factsOfSet(set), isHard)
  return hard.reduce((sum, number) => sum + (readLetter(letters[number]).isStuck ? STUCK_WEIGHT : 1), 0)
}

/** This many stuck facts of a set justify a lesson, however many of the others are known. */
const STUCK_FACTS = 3

/** Whether the child is ready for the next set, and needs no teaching in this one. */
const isReady = (letters: string, set: FactSetId): boolean =>
  isMostlyKnown(letters, set) &&
  factsWith(letters, factsOfSet(set), ({ isStuck }) => isStuck).length < STUCK_FACTS

type Needs = { readonly child: GroupedChild; readonly bySet: ReadonlyMap<FactSetId, number> }

function needsOf(child: GroupedChild): Needs {
  const all = TAUGHT_SETS.filter((set) => !isReady(child.letters, set)).map(
    (set) => [set, needOf(child.letters, set)] as const,
  )
  const least = Math.max(MIN_NEED, NEARLY * Math.max(...all.map(([, need]) => need)))
  return { child, bySet: new Map(all.filter(([, need]) => need >= least)) }
}

function groupOf(set: FactSetId, members: readonly GroupedChild[]): Group {
  const [hardest] = factsOfSet(set)
    .map((fact) => {
      const now = members.map(({ letters }) => readLetter(letters[fact])).filter(isHard)
      return { fact, hardFor: now.length, wrong: now.reduce((sum, { wrong }) => sum + wrong, 0) }
    })
    .toSorted((one, other) => other.hardFor - one.hardFor || other.wrong - one.wrong)
  return {
    set,
    studentIds: members.map(({ studentId }) => studentId),
    fact: hardest?.fact ?? 0,
    hardFor: hardest?.hardFor ?? 0,
  }
}

/**
 * Up to four groups of two to six children: the largest first, then in teaching order.
 * A child is in one group at most. The same children in the same order make the same groups.
 */
export function groupsOf(children: readonly GroupedChild[]): readonly Group[] {
  let free = children.map(needsOf)
  const groups: Group[] = []
  while (groups.length < MAX_GROUPS) {
    const [largest] = TAUGHT_SETS.map((set) => ({
      set,
      members: free.filter(({ bySet }) => bySet.has(set)),
    })).toSorted((one, other) => other.members.length - one.members.length)
    if (!largest || largest.members.length < MIN_CHILDREN) return groups
    const { set } = largest
    const chosen = largest.members
      .toSorted((one, other) => (other.bySet.get(set) ?? 0) - (one.bySet.get(set) ?? 0))
      .slice(0, MAX_GROUP_CHILDREN)
    const members = free.filter((one) => chosen.includes(one))
    groups.push(
      groupOf(
        set,
        members.map(({ child }) => child),
      ),
    )
    free = free.filter((one) => !chosen.includes(one))
  }
  return groups
}

/** Whether the child has practiced, and needs no teaching now. */
export function isOnTrack({ letters }: Pick<GroupedChild, 'letters'>): boolean {
  return letters !== NO_LETTERS && TAUGHT_SETS.every((set) => needOf(letters, set) < MIN_NEED)
}
