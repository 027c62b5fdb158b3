/** Something to choose from a list of places: a country or a region, with its code and its name. */
export type PlaceOption = {
  readonly code: string
  readonly name: string
  /** A region's name on the boards, where that is another one. */
  readonly state?: string
}

/** Small letters without accents: nobody types ã. */
function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase().replace(/\s+/g, ' ')
}

/** How well a choice fits: 0 for its code, 1 for the start of its name, 2 for the start of a later word, 3 for not at all. */
function fit({ code, name }: PlaceOption, typed: string): number {
  const lower = folded(name)
  if (code.toLowerCase() === typed) return 0
  if (lower.startsWith(typed)) return 1
  return lower.includes(` ${typed}`) ? 2 : 3
}

/** The choices whose code is typed, or a word of whose name begins so, the best first; all when nothing is typed. */
export function findChoices(choices: readonly PlaceOption[], text: string): readonly PlaceOption[] {
  const typed = folded(text)
  if (typed === '') return choices
  return [0, 1, 2].flatMap((wanted) => choices.filter((choice) => fit(choice, typed) === wanted))
}
