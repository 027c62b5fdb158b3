import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accountMessages } from '../../web/features/account/messages.en.ts'
import { StillYou } from '../../web/features/account/still-you.tsx'

const { stillYou: words } = accountMessages
const MINUTE_MS = 60_000
const AVA = { name: 'Ava', nickname: 'BraveOtter12', color: 'blue' } as const

const onSignOut = vi.fn(() => Promise.resolve())

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  sessionStorage.clear()
  onSignOut.mockClear()
  signIn('one')
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function signIn(stamp: string): void {
  localStorage.setItem('tenfold.signedIn', JSON.stringify(`student ${stamp}`))
}

const open = () => render(<StillYou me={AVA} onSignOut={onSignOut} />)
const asks = (): boolean => screen.queryByRole('alertdialog', { name: words.title('Ava') }) !== null
const press = (name: string): boolean => fireEvent.click(screen.getByRole('button', { name }))
const pass = (minutes: number): void => act(() => void vi.advanceTimersByTime(minutes * MINUTE_MS))
/** The device sleeps, during which timers stand still. */
const sleep = (minutes: number): void => void vi.setSystemTime(Date.now() + minutes * MINUTE_MS)

const INPUTS = {
  'a key': () => fireEvent.keyDown(document.body, { key: '7' }),
  'a touch': () => fireEvent.pointerDown(document.body),
}

test.each(Object.entries(INPUTS))('[SIN-19] after 45 minutes without %s the page asks', (_, input) => {
  open()
  pass(44)
  input()
  pass(44)
  expect(asks()).toBe(false)
  pass(1)
  expect(asks()).toBe(true)
  expect(document.querySelector('use')?.getAttribute('href')).toMatch(/#otter$/)
  input()
  pass(1)
  expect(asks()).toBe(true)
})

test.each([
  ['somebody touches it', () => fireEvent.pointerDown(document.body)],
  ['the page is looked at', () => fireEvent(document, new Event('visibilitychange'))],
  ['half a minute has passed', () => pass(0.5)],
])('[SIN-19] after the lid was closed the page asks as soon as %s', (_, act) => {
  open()
  sleep(12 * 60)
  act()
  expect(asks()).toBe(true)
})

test.each([
  [44, false],
  [45, true],
  [3000, true],
])('[SIN-19] a browser started again after %i minutes: the page asks: %s', (minutes, expected) => {
  open().unmount()
  sleep(minutes)
  open()
  expect(asks()).toBe(expected)
})

test('[SIN-19] input in another tab counts, and so does its yes', () => {
  open()
  const before = localStorage.getItem('tenfold.touched')
  pass(44)
  INPUTS['a key']()
  const touched = localStorage.getItem('tenfold.touched') ?? ''
  expect(touched).not.toBe(before)
  pass(46)
  expect(asks()).toBe(true)
  localStorage.setItem('tenfold.touched', touched.replace(/\d{10,}/, String(Date.now())))
  pass(0.5)
  expect(asks()).toBe(false)
})

test('[SIN-19] the child who has just signed in is not asked because of the one before', () => {
  open().unmount()
  sleep(60)
  signIn('two')
  open()
  expect(asks()).toBe(false)
})

test('[SIN-19] yes goes on for 45 more minutes; not me signs out, once', () => {
  open()
  pass(45)
  press(words.yes)
  expect(asks()).toBe(false)
  pass(44)
  expect(asks()).toBe(false)
  pass(1)
  press(words.no)
  press(words.no)
  expect(onSignOut).toHaveBeenCalledOnce()
  expect(asks()).toBe(true)
})

test('[SIN-19] nobody is asked during a battle, whatever the clock says', () => {
  open()
  sessionStorage.setItem('tenfold.battle', '{}')
  history.pushState(null, '', '/battle')
  sleep(60)
  pass(1)
  expect(asks()).toBe(false)
  sessionStorage.removeItem('tenfold.battle')
  pass(0.5)
  expect(asks()).toBe(true)
})

test('[SIN-19] a child who left a battle for another page is asked', () => {
  open()
  sessionStorage.setItem('tenfold.battle', '{}')
  history.pushState(null, '', '/dashboard')
  pass(45)
  expect(asks()).toBe(true)
})
