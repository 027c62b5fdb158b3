import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Report } from '../../contract/reports.ts'
import { PrintedCertificates } from '../../web/features/print/printed-certificates.tsx'
import { sheetMessages } from '../../web/features/print/sheets.messages.en.ts'

const { certificate: words } = sheetMessages

afterEach(cleanup)

const reportOf = (name: string, certificates: Report['certificates']): Report => ({
  studentId: name.toLowerCase(),
  name,
  classId: 'class',
  className: '3b',
  from: '2026-02-09',
  today: '2026-03-18',
  practicedDays: 0,
  minutes: 0,
  weeks: [],
  states: '',
  setsKnown: [],
  newest: [],
  learning: [],
  next: null,
  achievements: [],
  certificates,
  sheet: [],
})

/** Not in the list of what is printed. */
const ON_PAPER = { selector: '.certificate-text' }

const titles = (): (string | null)[] =>
  screen.queryAllByText(words.title).map(({ textContent }) => textContent)

test('[PRT-1] certificates have a sentence, a date and a game, and are new until they are printed', () => {
  const reports = [reportOf('Ana', ['add_doubles', 'mul_all']), reportOf('Ben', [])]
  const counts: number[] = []
  const onCount = (count: number): void => void counts.push(count)
  const { unmount } = render(<PrintedCertificates reports={reports} onCount={onCount} />)
  expect(titles()).toHaveLength(2)
  expect(screen.getByText(words.knows('add_doubles'), ON_PAPER).textContent).toBe(
    'knows every fact in “Doubles”, such as 10 + 10 = 20.',
  )
  expect(screen.getByText('knows all 81 multiplication facts.', ON_PAPER)).toBeDefined()
  expect(screen.getAllByText('March 18, 2026')).toHaveLength(2)
  expect(screen.getAllByRole('article', { name: words.back('Ana') })).toHaveLength(2)
  for (const name of screen.getAllByText('Ana')) expect(name.getAttribute('translate')).toBe('no')
  expect(document.body.textContent).not.toMatch(/best|without a miss|undefined/i)
  fireEvent.click(screen.getByRole('checkbox', { name: `Ana ${words.knows('mul_all')}` }))
  expect(titles()).toHaveLength(1)
  window.dispatchEvent(new Event('beforeprint'))
  unmount()

  const later = [reportOf('Ana', ['add_doubles', 'mul_all', 'sub_halves'])]
  render(<PrintedCertificates reports={later} onCount={onCount} />)
  // The new one, and the one that was left out.
  expect(titles()).toHaveLength(2)
  expect(screen.getByText(words.knows('sub_halves'), ON_PAPER)).toBeDefined()
  fireEvent.click(screen.getByRole('switch', { name: words.onlyNew }))
  expect(titles()).toHaveLength(3)
  cleanup()
  render(<PrintedCertificates reports={[reportOf('Ben', [])]} onCount={onCount} />)
  // With none, nothing is printed.
  expect(counts).toEqual([2, 1, 2, 3, 0])
})
