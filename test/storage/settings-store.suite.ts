import { describe, expect, onTestFinished, test } from 'vitest'
import { settingsFrom } from '../../domain/student-settings.ts'
import type { Database } from '../../server/storage/database.ts'
import { sqlAccountStores } from '../../server/storage/sql/accounts/account-stores.ts'
import { enrolment } from '../factories/students.ts'

const USUAL = settingsFrom(null)

/** What every adapter behind the SettingsStore port does. */
export function settingsStoreSuite(open: () => Promise<Database>): void {
  describe('SettingsStore', () => {
    test('[PRA-52, PRA-53, ACM-14] unchanged settings stay, and are deleted with the child', async () => {
      const database = await open()
      onTestFinished(() => database.close())
      const { settings, children, childData } = sqlAccountStores(database)
      const enrol = enrolment(database)
      for (const id of ['ana', 'ben']) await enrol(id)
      expect(await settings.ofStudent('ana')).toEqual(USUAL)
      const both = { ...USUAL, calm: true, clock: 'hidden' }
      expect(await settings.change('ana', { calm: true })).toEqual({ ...USUAL, calm: true })
      expect(await settings.change('ana', { clock: 'hidden' })).toEqual(both)
      expect(await settings.change('ana', {})).toEqual(both)
      expect((await children.findNames('ana'))?.settings).toEqual(both)
      expect(await settings.ofStudent('ben')).toEqual(USUAL)
      await settings.changeHome('class-ben', { grade: '2' })
      expect(await settings.ofStudent('ben')).toEqual({ ...USUAL, clock: 'hidden' })
      expect(await settings.change('ben', { clock: 'shown' })).toEqual(USUAL)
      expect((await children.findNames('ben'))?.settings).toEqual(USUAL)
      await childData.remove({ studentId: 'ana', tokenHash: 'no such player' }, 0)
      expect(await settings.ofStudent('ana')).toBeNull()
      expect(await settings.change('ana', { calm: true })).toBeNull()
    })
  })
}
