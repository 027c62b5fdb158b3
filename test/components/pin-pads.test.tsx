import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { PictureId } from '../../domain/pin.ts'
import { DigitPad } from '../../web/features/account/digit-pad.tsx'
import { PicturePad } from '../../web/features/account/picture-pad.tsx'
import { messages } from '../../web/ui/messages.en.ts'
import { pinPictureNames } from '../../web/ui/pin-picture.messages.en.ts'

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

function openPictures(): void {
  const chosen: PictureId[] = ['sun']
  render(<PicturePad chosen={chosen} disabled={false} onChoose={ignore} onTakeBack={ignore} />)
}

/** Whether a key that goes down on a button is a click, as it is unless it is prevented. */
const clicks = (name: string, key: string, repeat: boolean): boolean =>
  fireEvent.keyDown(screen.getByRole('button', { name }), { key, repeat })

test.each([
  ['5', openPad],
  [messages.clear, openPad],
  [messages.backspace, openPad],
  [pinPictureNames.sun, openPictures],
  [pinPictureNames.fish, openPictures],
])('[SIN-2] an Enter held down on %s of a pad presses it once', (name, open) => {
  open()
  expect([false, true, true].map((repeat) => clicks(name, 'Enter', repeat))).toEqual([true, false, false])
  expect(clicks(name, 'Tab', true)).toBe(true)
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
