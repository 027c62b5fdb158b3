import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { eachInAnEmptyBrowser, intercept, startBoards } from './boards.tsx'

eachInAnEmptyBrowser()

const answer = (status: number, body: unknown) => () =>
  Promise.resolve(
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } }),
  )
const isOn = (): boolean => screen.getByRole('switch').getAttribute('aria-checked') === 'true'
const press = (): boolean => fireEvent.click(screen.getByRole('switch', { name: 'Tell me what I did' }))

test('[ACH-12] a child turns its announcements off; what could not be stored is shown as before', async () => {
  const { OwnAnnouncements } = await import('../../web/features/settings/own-announcements.tsx')
  await startBoards()
  localStorage.setItem('tenfold.signedIn', '"student stamp"')
  const stored = intercept(/me\/announcements/, answer(200, { announces: false }))
  render(<OwnAnnouncements announces />)
  expect(isOn()).toBe(true)
  press()
  expect(isOn()).toBe(false)
  stored()
  const broken = intercept(
    /me\/announcements/,
    answer(500, { code: 'internal_error', message: 'Something went wrong' }),
  )
  press()
  expect(isOn()).toBe(true)
  await waitFor(() => expect(isOn()).toBe(false))
  expect(screen.getByRole('alert').textContent).not.toBe('')
  broken()
})
