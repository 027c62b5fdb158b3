import { expect, test } from 'vitest'
import { studentSettings } from '../../contract/account-fields.ts'
import { changedSettings, GRADES, inHome, SETTINGS, settingsFrom } from '../../domain/student-settings.ts'

test('[ACM-1] missing or unknown settings get their default', () => {
  const usual = settingsFrom(null)
  expect(Object.entries(usual)).toEqual(Object.entries(SETTINGS).map(([name, [first]]) => [name, first]))
  expect(settingsFrom({ calm: 'yes', clock: 'hidden', other: 1 })).toEqual({
    ...usual,
    clock: 'hidden',
  })
})

test('[ACM-4] accepts each value of each setting, and nothing else', () => {
  const usual = settingsFrom(null)
  for (const [name, values] of Object.entries(SETTINGS)) {
    for (const value of values)
      expect(studentSettings.safeParse({ ...usual, [name]: value }).success).toBe(true)
    expect(studentSettings.safeParse({ ...usual, [name]: 'because' }).success).toBe(false)
  }
})

test('[ACM-11, ACM-16] the home and the child can only turn battles, boards and the streak off', () => {
  const usual = settingsFrom(null)
  const on = { battles: true, boards: true, streak: true, grade: 'unknown' } as const
  expect(inHome(usual, on)).toEqual(usual)
  expect(inHome(usual, { ...on, battles: false, boards: false })).toMatchObject({
    battles: false,
    boards: false,
  })
  expect(inHome({ ...usual, battles: false, ownBoards: false }, on)).toMatchObject({
    battles: false,
    boards: false,
  })
  expect(inHome({ ...usual, parentBoards: false }, on)).toMatchObject({ boards: false })
  expect(inHome(usual, { ...on, streak: false })).toEqual({ ...usual, streak: false })
  expect(inHome({ ...usual, streak: false }, on)).toEqual({ ...usual, streak: false })
})

test('[ACM-14] hides the clock up to grade 2, until somebody chooses one', () => {
  const clocks = GRADES.map((grade) => settingsFrom({ calm: true }, grade).clock)
  expect(clocks).toEqual(['shown', 'hidden', 'hidden', 'hidden', 'shown', 'shown', 'shown', 'shown'])
  const chosen = changedSettings({ calm: true }, { clock: 'shown' })
  expect(settingsFrom(chosen, '1').clock).toBe('shown')
  expect(settingsFrom(changedSettings(chosen, { calm: false }), '1')).toEqual(settingsFrom(null))
  expect(changedSettings({ calm: true, other: 1 }, { calm: false })).toEqual({})
})
