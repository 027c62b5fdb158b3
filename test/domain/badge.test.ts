import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_CHILDREN } from '../../contract/classes.ts'
import { BADGE_COLORS, unusedBadge, type Badge } from '../../domain/badge.ts'
import { ANIMALS, animalOf, generateUnusedNickname } from '../../domain/nickname.ts'
import { seededRandom } from '../../domain/seeded-random.ts'

const pairOf = ({ nickname, color }: Badge): string => `${color} ${animalOf(nickname)}`

const pairsAreUnique = (badges: readonly Badge[]): boolean =>
  new Set(badges.map(pairOf)).size === badges.length

type Step =
  | { readonly do: 'add'; readonly to: number }
  | { readonly do: 'move'; readonly from: number; readonly at: number; readonly to: number }
  | { readonly do: 'remove'; readonly from: number; readonly at: number }

const CLASSES = 3
const place = fc.nat({ max: CLASSES - 1 })
const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('add' as const), to: place }) },
    fc.record({ do: fc.constant('move' as const), from: place, at: fc.nat(), to: place }),
    fc.record({ do: fc.constant('remove' as const), from: place, at: fc.nat() }),
  ),
  { maxLength: 300 },
)

/** Classes after these steps; no class has more children than the server allows. */
function after(all: readonly Step[], nicknameFor: (inClass: readonly Badge[]) => string): Badge[][] {
  const classes: Badge[][] = Array.from({ length: CLASSES }, () => [])
  const put = (to: number, wish: Parameters<typeof unusedBadge>[0]): void => {
    const inside = classes[to] ?? []
    inside.push(unusedBadge(wish, inside))
  }
  const isFull = (to: number): boolean => (classes[to]?.length ?? 0) >= MAX_CHILDREN
  for (const step of all) {
    if (step.do === 'add') {
      if (!isFull(step.to)) put(step.to, { nickname: nicknameFor(classes[step.to] ?? []) })
      continue
    }
    const inside = classes[step.from] ?? []
    if (inside.length === 0 || (step.do === 'move' && isFull(step.to) && step.from !== step.to)) continue
    const [child] = inside.splice(step.at % inside.length, 1)
    if (child && step.do === 'move') put(step.to, child)
  }
  return classes
}

test('[SIN-12] no two children of a class share animal and color, whoever is added, moved or removed', () => {
  fc.assert(
    fc.property(steps, fc.integer({ min: 1 }), (all, seed) => {
      const random = seededRandom(seed)
      const classes = after(all, (inside) =>
        generateUnusedNickname(
          random,
          inside.map(({ nickname }) => nickname),
        ),
      )
      return classes.every(pairsAreUnique)
    }),
  )
})

test('[SIN-12] badges differ even in a full class whose children all came with the same animal', () => {
  const inside: Badge[] = []
  for (let child = 0; child < MAX_CHILDREN; child += 1) {
    inside.push(unusedBadge({ nickname: `SwiftFox${child + 1}`, color: 'blue' }, inside))
  }
  expect(pairsAreUnique(inside)).toBe(true)
  expect(inside.filter(({ nickname }) => animalOf(nickname) === 'fox')).toHaveLength(BADGE_COLORS.length)
  // Whoever gets another animal keeps the rest of its nickname.
  expect(inside.every(({ nickname }, at) => nickname.startsWith('Swift') && nickname.endsWith(`${at + 1}`)))
  expect(new Set(inside.map(({ nickname }) => animalOf(nickname))).size).toBeGreaterThan(ANIMALS.length - 10)
})

test('[SIN-12] a child keeps a badge that is free; otherwise it keeps its animal and gets another color', () => {
  const fox = { nickname: 'SwiftFox42', color: 'green' } as const
  expect(unusedBadge(fox, [{ nickname: 'CalmBee3', color: 'green' }])).toEqual(fox)
  expect(unusedBadge(fox, [{ nickname: 'CalmFox3', color: 'red' }])).toEqual(fox)
  const apart = unusedBadge(fox, [{ nickname: 'CalmFox3', color: 'green' }])
  expect(apart.nickname).toBe('SwiftFox42')
  expect(apart.color).not.toBe('green')
})
