import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { problemsOf } from '../../web/features/account/adult-input.ts'
import { adultMessages } from '../../web/features/account/adult.messages.en.ts'
import { ImportClassCard } from '../../web/features/classes/import-class.tsx'
import { importMessages } from '../../web/features/classes/import.messages.en.ts'
import { roomMessages } from '../../web/features/classes/class-room.messages.en.ts'
import { refusedSignWords, type Named } from '../../web/features/classes/refused-words.en.ts'
import { RenameDialog } from '../../web/features/classes/rename-dialog.tsx'

afterEach(cleanup)

const CASES: readonly (readonly [Named, string, string | null])[] = [
  ['child', 'Gal·la Puig', null],
  ['child', '古丽·买买提', null],
  ['child', 'Ava <3', '<'],
  ['child', 'Ben!', '!'],
  ['class', "Mrs. Hill's Math Stars!", null],
  ['class', '“Bees”; why?', null],
  ['class', '3b@home', '@'],
  ['class', 'Math Stars 🌟', null],
  ['child', 'Ava 😀', '😀'],
]

test.each(CASES)(
  '[ACC-17, ACC-18] the name of a %s, %s: the sign that is refused is %s',
  async (named, name, sign) => {
    render(
      <RenameDialog
        open
        name="Ana"
        named={named}
        rename={() => new Promise(() => {})}
        onRenamed={() => {}}
        onClose={() => {}}
      />,
    )
    const box = screen.getByLabelText(roomMessages.renaming.label)
    fireEvent.change(box, { target: { value: '@' } })
    await screen.findByText(refusedSignWords('@', named) ?? '')
    fireEvent.change(box, { target: { value: name } })
    expect(box.getAttribute('aria-invalid')).toBe(String(sign !== null))
    if (sign !== null) expect(refusedSignWords(name, named)).toContain(`“${sign}”`)
    expect(screen.queryByText(refusedSignWords(name, named) ?? '@') !== null).toBe(sign !== null)
  },
)

const { problems } = adultMessages.signUp

test.each([
  ['Anna & Tom Hill', problems.nameSign('&')],
  ['hill@school.example', problems.nameSign('@')],
  ['  ', problems.name],
  ['Mrs. “Bee” Hill', undefined],
])('[ACC-17] an adult who signs up as %s reads: %s', (name, words) => {
  expect(problemsOf({ name, email: 'hill@school.example', password: 'a long password' }).name).toBe(words)
})

test.each([
  ['3b@home', refusedSignWords('@', 'class')],
  ['3b '.repeat(20), importMessages.classProblems.class_name],
])('[ACC-17] a list whose class is called %s reads: %s', (name, words = '') => {
  const list = {
    key: name,
    name,
    classId: null,
    grade: 'unknown',
    rows: [],
    planned: [],
    names: ['Ava'],
  } as const
  render(<ImportClassCard planned={{ ...list, problem: 'class_name' }} onChoice={() => {}} />)
  expect(screen.getByText(words)).toBeDefined()
})
