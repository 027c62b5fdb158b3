import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { DigitPad } from '../../web/features/account/digit-pad.tsx'

afterEach(cleanup)

const ignore = (): void => {}

function openPad(): string[] {
  const digits: string[] = []
  const pad = { digits: '', disabled: false, onTakeBack: ignore, onClear: ignore }
  render(<DigitPad {...pad} onDigit={(digit) => digits.push(digit)} />)
  return digits
}

test('[SIN-2] a key held down is one digit of a PIN', () => {
  const digits = openPad()
  fireEvent.keyDown(document.body, { key: '7', code: 'Digit7' })
  for (let at = 0; at < 40; at += 1)
    fireEvent.keyDown(document.body, { key: '7', code: 'Digit7', repeat: true })
  expect(digits).toEqual(['7'])
})

/** Whether a key that goes down on the pad's 5 is a click, as it is unless it is prevented. */
const clicks = (repeat: boolean): boolean =>
  fireEvent.keyDown(screen.getByRole('button', { name: '5' }), { key: 'Enter', repeat })

test('[SIN-2] an Enter held down on a key of the pad presses it once', () => {
  openPad()
  expect([clicks(false), clicks(true), clicks(true)]).toEqual([true, false, false])
})

test('[SIN-2] a PIN is typed by the digits of every keyboard', () => {
  const digits = openPad()
  for (const [key, code] of [
    ['٤', 'Digit4'],
    ['é', 'Digit2'],
    ['Home', 'Numpad7'],
  ] as const) {
    fireEvent.keyDown(document.body, { key, code })
  }
  expect(digits).toEqual(['4', '2', '7'])
})
