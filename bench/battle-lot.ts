import { seededRandom } from '../domain/seeded-random.ts'

const SEED = 17
const random = seededRandom(SEED)

/** The items in an order by lot; the lots of a process are the same in every run. */
export function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item)
}
