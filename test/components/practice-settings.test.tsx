import { expect, test } from 'vitest'
import { eachInAnEmptyBrowser, miss, openPractice, pass, start, startPractice } from './open-practice.tsx'

eachInAnEmptyBrowser()

const picture = (): Element | null => document.querySelector('.practice-picture')

test('[ACM-7] with pictures always on, each problem has one', async () => {
  openPractice({ settings: { pictures: 'always' } })
  await start()
  expect(picture()).not.toBeNull()
})

test('[ACM-7] by default a miss opens the picture', async () => {
  await startPractice({ settings: {} })
  expect(picture()).toBeNull()
  await miss()
  await pass(2000)
  expect(picture()).not.toBeNull()
})
