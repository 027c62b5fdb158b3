import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { backFromQuery } from '../../web/features/account/back-address.ts'

test('[SIN-3] signing in returns to a page of this app', () => {
  for (const path of ['/dashboard', '/classes/7?print=cards', '/practice/addition_facts']) {
    expect(backFromQuery(path)).toBe(path)
  }
})

test.each([
  null,
  '',
  'classes',
  '/sign-in',
  '/sign-in?back=/sign-in',
  '//evil.example/',
  '///evil.example/',
  '/\\evil.example',
  '/\t/evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '/classes/..//evil.example/x',
  '/./\\evil.example',
  '/a/%2e%2e//evil.example',
  '//',
  '//[',
])('[SIN-3] signing in does not follow %j', (text) => {
  expect(backFromQuery(text)).toBeNull()
})

test('[SIN-3] signing in never leads to another site', () => {
  const part = fc.constantFrom('/', '\\', '.', '..', '%2e', '\t', '@', ':', 'evil.example', 'a', '?', '#')
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const back = backFromQuery(`/${parts.join('')}`)
      expect(new URL(back ?? '/', 'https://tenfold.example').host).toBe('tenfold.example')
    }),
  )
})
