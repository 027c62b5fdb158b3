import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { GardenFact } from '../../domain/garden.ts'
import { GardenSummary } from '../../web/features/garden/garden-summary.tsx'
import { GardenView } from '../../web/features/garden/garden-view.tsx'
import { gardenMessages, type Reader } from '../../web/features/garden/messages.en.ts'

afterEach(cleanup)

const LEAF: GardenFact = {
  factId: 'multiplication-7-8',
  stage: 'leaf',
  state: 'known',
  needsHelp: false,
  ready: false,
  dueIn: 3,
  seen: 5,
  right: 4,
}
const READY: GardenFact = { ...LEAF, factId: 'multiplication-8-7', ready: true, dueIn: 0 }
const FALLEN: GardenFact = { ...LEAF, factId: 'multiplication-7-6', state: 'learning', dueIn: 1 }

function open(tried: readonly GardenFact[], reader: Reader = 'child'): void {
  render(<GardenView tried={tried} reader={reader} readHistory={null} grown={new Set([READY.factId])} />)
}

const frames = () =>
  within(screen.getByRole('group', { name: gardenMessages.bed('multiplication') })).getAllByRole('group')

const plant = (name: string) => screen.getByRole('button', { name })

function storyOf(name: string): string {
  fireEvent.click(plant(name))
  const { textContent } = screen.getByRole('dialog')
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }))
  return textContent
}

test('[GAR-8, GAR-10] a plant announces what it is, and a press shows a child its story', () => {
  open([LEAF, READY, FALLEN])
  expect(storyOf('7 × 8, leaf: you know it')).toMatch(
    /7 × 8 = 56.*You know this one!.*You tried it 5 times and got it on the first try 4 times\..*It comes back in 3 days\./,
  )
  expect(storyOf('8 × 7, leaf: you know it, ready to practice')).toContain('It’s ready for you now.')
  expect(storyOf('7 × 6, leaf: you know it')).toContain('A little practice will bring it back.')
  expect(storyOf('8 × 9, soil: not tried yet')).toContain(gardenMessages.story.about.soil)
})

test('[GAR-8] frames of bare soil are folded away until a button shows them', () => {
  open([LEAF])
  expect(frames()).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: gardenMessages.allFrames(9) }))
  expect(frames()).toHaveLength(9)
  expect(plant('2 × 2, soil: not tried yet')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: gardenMessages.onlyGrown }))
  expect(frames()).toHaveLength(1)
})

test('[GAR-10] an adult sees the current state and the numbers', () => {
  open([FALLEN], 'adult')
  expect(storyOf('7 × 6, leaf: known')).toMatch(
    /Learning.*Right on the first try 4 of 5 times\..*Due for review in 1 day\./,
  )
})

test('[GAR-9] shows the four beds at a glance, and a table of the current states', () => {
  open([LEAF, FALLEN])
  const beds = screen.getAllByRole('radio')
  expect(beds).toHaveLength(4)
  expect(screen.getByRole('radio', { name: /Multiplication.*2 of 81 known/ })).toHaveProperty('checked', true)
  fireEvent.click(screen.getByRole('button', { name: 'View as table' }))
  expect(plant('7 × 8 = 56: Known')).toBeDefined()
  expect(plant('7 × 6 = 42: Learning')).toBeDefined()
  fireEvent.click(screen.getByRole('radio', { name: /Subtraction/ }))
  expect(screen.getByRole('table', { name: 'All subtraction facts' })).toBeDefined()
})

test('[GAR-9] a bed without a known fact says how many have sprouted', () => {
  open([{ ...LEAF, stage: 'sprout', state: 'learning', ready: false }])
  expect(screen.getByRole('radio', { name: /Multiplication.*1 sprout$/ })).toBeDefined()
  expect(screen.getByRole('radio', { name: /Division.*Not started/ })).toBeDefined()
})

/** What the legend says; closes the garden. */
function legend(): string {
  const { textContent } = screen.getByLabelText(gardenMessages.legend)
  cleanup()
  return textContent
}

test('[GAR-9] the legend explains only what the garden has, and only a bed that has begun has a picture', () => {
  const { soil, sprout, leaf, flower } = gardenMessages.meanings.child
  open([])
  expect(document.querySelectorAll('fieldset label svg path.fill-sheet')).toHaveLength(0)
  expect(legend()).toBe(soil)
  open([{ ...LEAF, stage: 'sprout' }, READY])
  expect(document.querySelectorAll('fieldset label svg path.fill-sheet')).toHaveLength(1)
  expect(legend()).toBe(soil + sprout + leaf + gardenMessages.ready)
  open([{ ...LEAF, stage: 'flower', needsHelp: true }])
  expect(legend()).toBe(soil + flower)
})

test('[GAR-11] animates only a plant that has grown', () => {
  open([LEAF, READY])
  const moving = [...document.querySelectorAll('.animate-grow')].map((each) => each.closest('button'))
  expect(moving).toEqual([plant('8 × 7, leaf: you know it, ready to practice')])
})

test('[GAR-9] the summary counts plants, or invites if there are none', () => {
  render(
    <GardenSummary
      tried={[LEAF, READY, { ...LEAF, factId: 'addition-1-1', stage: 'flower' }]}
      reader="child"
    />,
  )
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '1 flower',
    '2 leaves',
    '1 ready to practice',
  ])
  cleanup()
  render(<GardenSummary tried={[]} reader="child" />)
  expect(screen.getByText(/your first plant comes up/)).toBeDefined()
})
