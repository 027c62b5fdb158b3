import { describe, expect, test } from 'vitest'
import type { Database } from '../../server/storage/database.ts'
import { assignmentRoom } from '../factories/assignment-room.ts'
import { storeAdult } from '../factories/students.ts'

const MONDAY = '2026-03-16'
const BEFORE = '2026-03-09'
const ON = {
  state: 'on',
  zone: 'Europe/Berlin',
  firstNames: true,
  emptyWeeks: 0,
  week: BEFORE,
  slot: 60,
} as const

async function mailRoom(open: () => Promise<Database>) {
  let database: Database | null = null
  const room = await assignmentRoom(async () => (database = await open()))
  if (database === null) throw new Error('the room has opened its database')
  await storeAdult(database, 'pat', 'parent')
  for (const id of ['ana', 'ben']) {
    await room.children.addLinkCode(id, `code ${id}`, 1)
    await room.children.useLinkCode(`code ${id}`, 'pat', 0)
  }
  await room.adults.markAddressVerified('pat')
  const { weeklyMails } = room
  const due = (to = 1799) => weeklyMails.due('Europe/Berlin', MONDAY, { from: 0, to }, 1000, 10)
  return { ...room, due }
}

/** How weekly emails are stored on every database. */
export function weeklyMailsSuite(open: () => Promise<Database>): void {
  describe('weekly emails', () => {
    test('[DIG-1] stores settings with the chosen children; ending a link removes its child', async () => {
      const { weeklyMails, children } = await mailRoom(open)
      expect(await weeklyMails.ofAdult('pat')).toBeNull()
      await weeklyMails.put('pat', ON, ['ben'])
      expect(await weeklyMails.ofAdult('pat')).toEqual({
        state: 'on',
        zone: 'Europe/Berlin',
        firstNames: true,
        emptyWeeks: 0,
      })
      expect(await weeklyMails.childrenOf('pat')).toEqual([{ id: 'ben', classId: 'class', name: 'ben' }])
      await weeklyMails.put('pat', { ...ON, firstNames: false }, ['ana', 'ben'])
      expect((await weeklyMails.childrenOf('pat')).map(({ id }) => id)).toEqual(['ana', 'ben'])
      await children.removeGuardian('ana', 'pat')
      expect((await weeklyMails.childrenOf('pat')).map(({ id }) => id)).toEqual(['ben'])
      await weeklyMails.put('nobody', ON, [])
      expect(await weeklyMails.ofAdult('nobody')).toBeNull()
    })

    test('[DIG-2] a week is due from its slot on, is claimed once, and is due again if released', async () => {
      const { weeklyMails, due } = await mailRoom(open)
      await weeklyMails.put('pat', ON, ['ben'])
      expect(await weeklyMails.zones()).toEqual(['Europe/Berlin'])
      expect(await due(59)).toEqual([])
      expect(await due(60)).toMatchObject([{ adultId: 'pat', firstNames: true, emptyWeeks: 0 }])
      const claims = await Promise.all([1, 2, 3].map(() => weeklyMails.claim('pat', MONDAY, 1)))
      expect(claims.filter(Boolean)).toHaveLength(1)
      expect(await due()).toEqual([])
      // Settings that are changed do not make it due again.
      await weeklyMails.put('pat', { ...ON, week: BEFORE }, ['ben'])
      expect(await due()).toEqual([])
      await weeklyMails.release('pat', MONDAY, BEFORE, 0, 1001)
      expect(await due()).toEqual([])
      await weeklyMails.release('pat', BEFORE, BEFORE, 0, 1000)
      expect(await due()).toHaveLength(1)
    })

    test('[DIG-6] an email that was turned off is not due and cannot be claimed', async () => {
      const { weeklyMails, due } = await mailRoom(open)
      await weeklyMails.put('pat', ON, ['ben'])
      await weeklyMails.turnOff('pat', 'bounced')
      await weeklyMails.turnOff('pat', 'off')
      expect(await weeklyMails.ofAdult('pat')).toMatchObject({ state: 'bounced' })
      expect([await due(), await weeklyMails.zones()]).toEqual([[], []])
      expect(await weeklyMails.claim('pat', MONDAY, 0)).toBe(false)
    })
  })
}
