import { FACTS, type DayNumber, type FactMemory, type LearningMemory } from '../learning/memory.ts'
import { fluencyOf, needsHelp, type FluencyState } from '../learning/states.ts'

/** What a teacher sees of a fact of a child. `wrong`: how many of the last four first attempts were wrong. */
export type FactNow = { readonly state: FluencyState; readonly wrong: number; readonly isStuck: boolean }

/** A child is no longer stuck on a fact that was not seen for longer than this; days. */
const STUCK_DAYS = 21

const LEARNING = 'abcde'
const NOT_TRIED = '-'

/** The letters of a child who has not tried anything. */
export const NO_LETTERS = NOT_TRIED.repeat(FACTS.length)

/** The letter of a fact as it is stored: a capital is followed by the day on which the fact was last asked. */
function storedLetter(fact: FactMemory | null): string {
  const state = fluencyOf(fact)
  if (fact === null || state === 'unknown') return NOT_TRIED
  if (state === 'known') return 'k'
  if (state === 'fluent') return 'f'
  const letter = LEARNING[fact.recent.filter((verdict) => verdict === 0).length] ?? NOT_TRIED
  return needsHelp(fact) ? `${letter.toUpperCase()}${fact.last}` : letter
}

/** The stored letters, '' for none, after these facts (by number) have changed. Others need not be in the memory. */
export function withLetters(
  stored: string,
  changed: Iterable<number>,
  { facts }: Pick<LearningMemory, 'facts'>,
): string {
  const letters: string[] = (stored || NO_LETTERS).match(/\D\d*/g) ?? []
  for (const number of changed) {
    letters[number] = storedLetter(facts[number] ?? null)
  }
  return letters.join('')
}

/**
 * Stored letters as they are on this day, one per fact: `-` not tried, `k` known, `f` fluent; `a` to `e` learning, with 0 to 4
 * wrong of the last four first attempts; a capital is a fact that the child is stuck on (DSH-1).
 */
export function lettersOn(stored: string, today: DayNumber): string {
  return stored.replaceAll(/(\D)(\d+)/g, (_, letter: string, last: string) =>
    today - Number(last) <= STUCK_DAYS ? letter : letter.toLowerCase(),
  )
}

const NOTHING: FactNow = { state: 'unknown', wrong: 0, isStuck: false }

const BY_LETTER: ReadonlyMap<string, FactNow> = new Map([
  ['k', { state: 'known', wrong: 0, isStuck: false }],
  ['f', { state: 'fluent', wrong: 0, isStuck: false }],
  ...Array.from(LEARNING).flatMap((letter, wrong): [string, FactNow][] => [
    [letter, { state: 'learning', wrong, isStuck: false }],
    [letter.toUpperCase(), { state: 'learning', wrong, isStuck: true }],
  ]),
])

/** The meaning of a letter; an unknown one means not tried. */
export function readLetter(letter = NOT_TRIED): FactNow {
  return BY_LETTER.get(letter) ?? NOTHING
}

/** The facts of these that satisfy the condition. `letters` has one letter per fact. */
export function factsWith(
  letters: string,
  facts: readonly number[],
  matches: (fact: FactNow) => boolean,
): readonly number[] {
  return facts.filter((number) => matches(readLetter(letters[number])))
}

/** Whether the fact is known or better. */
export function isKnown({ state }: FactNow): boolean {
  return state === 'known' || state === 'fluent'
}
