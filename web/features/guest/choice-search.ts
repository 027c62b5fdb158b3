/** A country or region in a list to choose from. */
export type PlaceOption = {
  readonly code: string
  readonly name: string
  /** A region's name on the boards, if different. */
  readonly state?: string
}

/** Lower case without accents: nobody types ã. */
function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase().replace(/\s+/g, ' ')
}

/** How well a choice matches: 0 by its code, 1 by the start of its name, 2 by the start of a later word, 3 not at all. */
function matchRank({ code, name }: PlaceOption, typed: string): number {
  const lower = folded(name)
  if (code.toLowerCase() === typed) return 0
  if (lower.startsWith(typed)) return 1
  return lower.includes(` ${typed}`) ? 2 : 3
}

/** The choices whose code is the text or whose name has a word that starts with it, best matches first. All for an empty text. */
export function findChoices(choices: readonly PlaceOption[], text: string): readonly PlaceOption[] {
  const typed = folded(text)
  if (typed === '') return choices
  return [0, 1, 2].flatMap((wanted) => choices.filter((choice) => matchRank(choice, typed) === wanted))
}
