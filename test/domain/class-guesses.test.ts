import { expect, test } from 'vitest'
import {
  chargeGuess,
  chargeSignInWindow,
  creditGuess,
  FREE_GUESSES,
  strangersWait,
} from '../../domain/class-guesses.ts'

const NOW_MS = 1_789_000_000_000
const REGAIN_MS = 20 * 60_000

/** What is remembered after so many wrong answers at once. */
function guessed(times: number, fullAtMs = 0): number {
  let remembered = fullAtMs
  for (let guess = 0; guess < times; guess += 1) {
    const charged = chargeGuess(remembered, NOW_MS)
    if (charged.kind === 'allowed') remembered = charged.fullAtMs
  }
  return remembered
}

test('[ACC-34] accepts sixty guesses by strangers at a class, then one every 20 minutes', () => {
  expect(chargeGuess(guessed(FREE_GUESSES - 1), NOW_MS).kind).toBe('allowed')
  const spent = guessed(FREE_GUESSES)
  expect(chargeGuess(spent, NOW_MS)).toEqual({ kind: 'wait', seconds: 1200 })
  expect(chargeGuess(spent, NOW_MS + REGAIN_MS - 1)).toEqual({ kind: 'wait', seconds: 1 })
  expect(chargeGuess(spent, NOW_MS + REGAIN_MS).kind).toBe('allowed')
  // However long they go on: a day is 72 more.
  let accepted = 0
  let remembered = spent
  for (let atMs = NOW_MS; atMs <= NOW_MS + 24 * 3_600_000; atMs += 60_000) {
    const charged = chargeGuess(remembered, atMs)
    if (charged.kind === 'wait') continue
    accepted += 1
    remembered = charged.fullAtMs
  }
  expect(accepted).toBe(72)
})

test('[ACC-34] does not count a right answer as a guess', () => {
  const spent = guessed(FREE_GUESSES)
  expect(chargeGuess(creditGuess(spent), NOW_MS).kind).toBe('allowed')
})

test('[ACC-34] a clock that is set back makes nobody wait longer than twenty minutes', () => {
  const ahead = guessed(FREE_GUESSES) + 365 * 24 * 3_600_000
  expect(chargeGuess(ahead, NOW_MS)).toEqual({ kind: 'wait', seconds: 1200 })
})

test('[ACC-35] strangers wait once their guesses are used up', () => {
  expect(strangersWait(0, NOW_MS)).toBe(false)
  expect(strangersWait(guessed(FREE_GUESSES - 1), NOW_MS)).toBe(false)
  expect(strangersWait(guessed(FREE_GUESSES), NOW_MS)).toBe(true)
  expect(strangersWait(guessed(FREE_GUESSES), NOW_MS + REGAIN_MS)).toBe(false)
})

test('[ACC-35] an adult can let new devices sign in three times at once, and at most 26 times a day', () => {
  const times: number[] = []
  let remembered = 0
  for (let minute = 0; minute < 24 * 60; minute += 1) {
    const charged = chargeSignInWindow(remembered, NOW_MS + minute * 60_000)
    if (charged.kind === 'wait') continue
    times.push(minute)
    remembered = charged.fullAtMs
  }
  expect(times.slice(0, 5)).toEqual([0, 1, 2, 60, 120])
  expect(times).toHaveLength(26)
})
