import type { Fact, Operation } from './fact.ts'

/** A source of randomness: numbers in [0, 1), as `Math.random` gives them. */
export type Random = () => number

/** Splits a count as evenly as possible; the remainder goes to the first operations, one each (§9). */
export function splitEvenly(count: number, operations: readonly Operation[]): ReadonlyMap<Operation, number> {
  const share = Math.floor(count / operations.length)
  const leftOver = count % operations.length
  return new Map(operations.map((operation, place) => [operation, share + (place < leftOver ? 1 : 0)]))
}

/** A shuffled copy, sorted by random keys. */
export function shuffle<Item>(items: readonly Item[], random: Random): Item[] {
  const keyed = items.map((item) => ({ item, key: random() }))
  return keyed.toSorted((a, b) => a.key - b.key).map(({ item }) => item)
}

/** The same facts in nearly the same order, rearranged so that none follows itself if that is possible. */
export function separateRepeats(facts: readonly Fact[]): Fact[] {
  const left = [...facts]
  const counts = new Map<string, number>()
  for (const { id } of left) counts.set(id, (counts.get(id) ?? 0) + 1)
  const row: Fact[] = []
  while (left.length > 0) {
    const last = row.at(-1)?.id
    // A fact that is more than half of what is left must come now, or it would follow itself at the end.
    const majority = [...counts].find(([id, count]) => id !== last && 2 * count > left.length)?.[0]
    const place = left.findIndex(({ id }) => (majority === undefined ? id !== last : id === majority))
    const [next] = left.splice(Math.max(0, place), 1)
    if (!next) break
    counts.set(next.id, (counts.get(next.id) ?? 0) - 1)
    row.push(next)
  }
  return row
}
