import { describe, expect, test } from 'vitest'
import { US_STATES } from '../../domain/location.ts'
import {
  chosenPlace,
  storedState,
  reviveChosenState,
  SAVED_STATE_KEY,
  SESSION_KEY,
} from '../../web/features/guest/identity.ts'
import { findChoices } from '../../web/features/guest/choice-search.ts'
import { rowsOf } from '../factories/sqlite-file.ts'
import { sessionOf, startDevice, type Device } from './device.ts'
import { drain } from './tab.ts'

const FRESNO = { location: 'Fresno', country: 'US', state: 'California' }
const DAY_MS = 24 * 3_600_000

const guestRows = (device: Device) => rowsOf(device.app.dataDir, 'guest')

const names = (text: string) => findChoices(US_STATES, text).map(({ name }) => name)

/** A lookup that answers on request. */
function lateLookup() {
  const waiting: ((place: typeof FRESNO) => void)[] = []
  const found = new Promise<typeof FRESNO>((resolve) => waiting.push(resolve))
  return { locate: () => found, answer: () => waiting[0]?.(FRESNO) }
}

describe('choosing a state', () => {
  test('[LB-91] sets the region and its country; a city stays only with the region it was found in', () => {
    const texas = { country: 'US', state: 'Texas' }
    const bavaria = { country: 'DE', state: 'Bavaria, Germany' }
    const munich = { location: 'Munich', ...bavaria }
    expect(chosenPlace(texas, FRESNO)).toEqual({ location: '', ...texas })
    expect(chosenPlace({ country: 'US', state: 'California' }, FRESNO)).toEqual(FRESNO)
    expect(chosenPlace(bavaria, munich)).toEqual(munich)
    expect(chosenPlace(texas, munich)).toEqual({ location: '', ...texas })
    expect(chosenPlace({ country: '', state: '' }, FRESNO)).toEqual({ location: '', country: '', state: '' })
  })

  test('[LB-90] is saved at once, reaches the server as a session, and is sent with the next score', async () => {
    const device = await startDevice()
    const page = device.open({ locate: async () => FRESNO })
    page.deviceGuest.start()
    await page.outbox.flush()
    page.deviceGuest.chooseState('US', 'Texas')
    expect(sessionOf(page)).toMatchObject({ location: '', country: 'US', state: 'Texas' })
    expect(JSON.parse(device.storage.getItem(SESSION_KEY) ?? '')).toMatchObject({ state: 'Texas' })
    await page.outbox.flush()
    expect(await guestRows(device)).toMatchObject([{ location: '', country: 'US', state: 'Texas' }])
    page.deviceGuest.chooseState('', '')
    const result = { score: 5, problemsSolved: 1, correctAnswers: 1, averageTime: 900, speedBonus: 0 }
    page.deviceGuest.recordScore({ ...result, id: 'practice-lb90', league: 'addition_facts' })
    await page.outbox.flush()
    expect(await guestRows(device)).toMatchObject([{ location: '', country: '', state: '' }])
  })

  test('[LB-90] waits while the server is down, and arrives after a reload', async () => {
    const device = await startDevice()
    const page = device.open()
    page.deviceGuest.start()
    await page.outbox.flush()
    device.network.nextFault = () => 'drop_before'
    page.deviceGuest.chooseState('US', 'Ohio')
    await page.outbox.flush()
    page.outbox.stop()
    expect(await guestRows(device)).toMatchObject([{ state: '' }])
    device.network.nextFault = () => null
    const reloaded = device.open()
    expect(sessionOf(reloaded)).toMatchObject({ country: 'US', state: 'Ohio' })
    await drain(reloaded.outbox, device.clock)
    expect(await guestRows(device)).toMatchObject([{ country: 'US', state: 'Ohio' }])
  })

  for (const [choice, place] of [
    ['Texas', { location: '', country: 'US', state: 'Texas' }],
    ['Bavaria, Germany', { location: '', country: 'DE', state: 'Bavaria, Germany' }],
    ['', { location: '', country: '', state: '' }],
  ] as const) {
    test(`[LB-92] a later lookup does not undo '${choice}'`, async () => {
      const device = await startDevice()
      const lookup = lateLookup()
      const page = device.open({ locate: lookup.locate })
      page.deviceGuest.start()
      page.deviceGuest.chooseState(place.country, choice)
      lookup.answer()
      await lookup.locate()
      await page.outbox.flush()
      expect(sessionOf(page)).toMatchObject(place)
      expect(await guestRows(device)).toMatchObject([place])
    })

    test(`[LB-92] '${choice}' stays on the next day, and when only the session is gone, without another lookup`, async () => {
      const device = await startDevice()
      const page = device.open({ locate: async () => FRESNO })
      page.deviceGuest.start()
      await page.outbox.flush()
      page.deviceGuest.chooseState(place.country, choice)
      await page.outbox.flush()
      device.pass(DAY_MS)
      const next = device.open({ locate: () => Promise.reject(new Error('nobody asked for a lookup')) })
      await next.deviceGuest.checkDay()
      expect(sessionOf(next)?.sessionToken).not.toBe(sessionOf(page)?.sessionToken)
      expect(sessionOf(next)).toMatchObject(place)
      device.storage.removeItem(SESSION_KEY)
      const again = device.open({ locate: () => Promise.reject(new Error('nobody asked for a lookup')) })
      expect(again.deviceGuest.start()).toMatchObject(place)
    })
  }

  test('[LB-92] an invalid stored choice counts as none', () => {
    const unfit = { country: '<b>', state: 'Bavaria, Germany' }
    for (const broken of [null, 7, {}, '<b>', 'x'.repeat(101), unfit]) {
      expect(reviveChosenState(broken)).toBeNull()
    }
    expect(reviveChosenState('Texas')).toEqual({ country: 'US', state: 'Texas' })
    const choices = [
      { country: '', state: '' },
      { country: 'US', state: 'Texas' },
      { country: 'DE', state: 'Bavaria, Germany' },
    ]
    for (const choice of choices) expect(reviveChosenState(storedState(choice))).toEqual(choice)
  })

  test('[LB-90] before Play Now there is no state to choose', async () => {
    const device = await startDevice()
    const page = device.open()
    page.deviceGuest.chooseState('US', 'Texas')
    expect(device.storage.getItem(SAVED_STATE_KEY)).toBeNull()
    expect(sessionOf(page)).toBeNull()
  })
})

describe('finding a state', () => {
  test('[LB-93] goes by its code first, then by the start of its name or of a later word', () => {
    expect(names('')).toEqual(US_STATES.map(({ name }) => name))
    expect(names('ma')).toEqual(['Massachusetts', 'Maine', 'Maryland'])
    expect(names('  NEW  york')).toEqual(['New York'])
    expect(names('virginia')).toEqual(['Virginia', 'West Virginia'])
    expect(names('dc')).toEqual(['District of Columbia'])
    expect(names('col')).toEqual(['Colorado', 'District of Columbia'])
    expect(names('xyz')).toEqual([])
    expect(names('.*')).toEqual([])
  })

  test('[LB-93] letters without accents match names with accents', () => {
    const regions = [
      { code: 'SP', name: 'São Paulo' },
      { code: 'PR', name: 'Paraná' },
    ]
    expect(findChoices(regions, 'sao')).toEqual([regions[0]])
    expect(findChoices(regions, 'paraná')).toEqual([regions[1]])
  })

  test('[LB-93] every state is the best match for its name and for its code', () => {
    for (const { code, name } of US_STATES) {
      expect(names(name)[0]).toBe(name)
      expect(names(code)[0]).toBe(name)
    }
  })
})
