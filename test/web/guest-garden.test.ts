import { expect, test } from 'vitest'
import { dayNumber } from '../../domain/learning/memory.ts'
import { storeMemory } from '../../domain/learning/stored.ts'
import { afterProblems } from '../../domain/learning/update.ts'
import { animalOf } from '../../domain/nickname.ts'
import { SAVED_NICKNAME_KEY } from '../../web/features/guest/identity.ts'
import { GUEST, LEARNING_PREFIX } from '../../web/lib/learning-key.ts'
import { createDurableStore } from '../../web/lib/storage.ts'
import { deleteOldGarden } from '../../web/stale-items.ts'
import { learned } from '../factories/learned-problems.ts'
import { sessionOf, startDevice } from './device.ts'
import { MemoryStorage } from './memory-storage.ts'

const DAYS = 30
const MEMORY = storeMemory(afterProblems([learned('addition-7-8', { day: dayNumber('2026-03-01') })]))

test('[GAR-13] removes the garden when nothing was practiced for longer than guests are kept', () => {
  const storage = new MemoryStorage()
  const store = createDurableStore(() => storage)
  const isKept = (today: string, memory: unknown = MEMORY): boolean => {
    store.write(LEARNING_PREFIX + GUEST, { memory })
    store.write(`${LEARNING_PREFIX}ana`, { memory })
    deleteOldGarden(store, Date.parse(`${today}T20:00:00Z`), DAYS)
    expect(store.keys('')).toContain(`${LEARNING_PREFIX}ana`)
    return store.keys('').includes(LEARNING_PREFIX + GUEST)
  }
  expect(['2026-03-01', '2026-03-31', '2026-04-01'].map((today) => isKept(today))).toEqual([
    true,
    true,
    false,
  ])
  expect(isKept('2026-04-01', storeMemory(afterProblems([])))).toBe(true)
  expect(isKept('2026-04-01', 'damaged')).toBe(true)
})

test('[GAR-14] somebody else starts with another token, name and animal, with the time played today', async () => {
  const device = await startDevice()
  const page = device.open()
  page.deviceGuest.changePlayer()
  expect(sessionOf(page)).toBeNull()
  const before = page.deviceGuest.start()
  page.deviceGuest.keepNickname()
  page.deviceGuest.addTimePlayed(120)
  page.deviceGuest.recordShownFacts('addition_facts', ['addition-7-8'])
  page.deviceGuest.changePlayer()
  const after = sessionOf(page)
  expect(after).toMatchObject({
    timePlayedToday: 120,
    lastActiveDate: before.lastActiveDate,
    factsShownToday: {},
  })
  expect(after?.sessionToken).not.toBe(before.sessionToken)
  expect(animalOf(after?.nickname ?? '')).not.toBe(animalOf(before.nickname))
  expect(device.storage.getItem(SAVED_NICKNAME_KEY)).toBeNull()
})
