import { seededRandom } from '../domain/seeded-random.ts'

const SEED = 17
const random = seededRandom(SEED)

/** The items in random order, the same in every run. */
export function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item)
}
