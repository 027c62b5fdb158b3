import { calendarMessages } from '../../web/features/classes/calendar.messages.en.ts'
import { roomMessages } from '../../web/features/classes/class-room.messages.en.ts'
import { importMessages } from '../../web/features/classes/import.messages.en.ts'
import { classMessages } from '../../web/features/classes/messages.en.ts'
import { startJourney } from './adult-journey.ts'
import { childOf } from './child.ts'
import { practicedClass } from './dashboard-class.ts'
import { expect, test } from './fixtures.ts'
import { beAdult, callsOf, makeClass, type MadeClass } from './people.ts'

const MOST = { presses: 15, seconds: 5 * 60 }
const LIST = 'Last Name,First Name,Email Address\nLopez,Ella,e@x\nHill,Fay,f@x\nEk,Gus,g@x'

test('[CLS-5, RST-1, STR-10] in August a teacher imports a new class, moves a child to it with what it knows, archives the old one, and enters a holiday', async ({
  page,
  server,
}) => {
  await page.addInitScript(() => {
    window.print = () => window.dispatchEvent(new Event('beforeprint'))
  })
  await beAdult(page, server.origin, 'teacher')
  const calls = callsOf(page, server.origin)
  const old = await practicedClass(page, server.origin, calls, ['Ana', 'Ben'], 1)
  const ana = childOf(old, 'Ana')
  const before = await calls.get(`/api/children/${ana.id}/progress`)
  const press = (role: 'button' | 'link', name: string): Promise<void> =>
    page.getByRole(role, { name, exact: true }).first().click()
  const journey = await startJourney(page)
  await page.goto('/classes')

  await press('link', classMessages.list.import)
  await journey.type(importMessages.text, LIST)
  await journey.type(importMessages.newName, '4b')
  await press('button', importMessages.submit(3))
  await expect(page.locator('.name-card')).toHaveCount(3)
  await press('button', classMessages.cards.printAll(3))
  await press('button', classMessages.cards.done)

  await page.getByRole('link', { name: /^3b/ }).click()
  await press('link', roomMessages.children)
  await page.getByRole('link', { name: /^Ana/ }).click()
  await press('button', classMessages.child.moveDo)
  await page.getByRole('dialog').getByRole('button', { name: classMessages.child.movedDone }).click()
  await press('button', roomMessages.archive)
  await page.getByRole('alertdialog').getByRole('button', { name: roomMessages.archive }).click()
  await expect(page.getByText(roomMessages.archivedNote)).toBeVisible()

  await press('link', roomMessages.back)
  await page.getByRole('link', { name: /^4b/ }).click()
  await press('link', roomMessages.settings)
  await journey.type(calendarMessages.from, '2030-11-28')
  await journey.type(calendarMessages.to, '2030-11-29')
  await press('button', calendarMessages.holidays.add)
  await expect(page.getByText(calendarMessages.range('2030-11-28', '2030-11-29'))).toBeVisible()
  await journey.needsAtMost(MOST)

  expect(await calls.get('/api/classes')).toMatchObject([
    { name: '4b', children: 4, archived: false },
    { name: '3b', children: 1, archived: true },
  ])
  expect(await calls.get(`/api/children/${ana.id}/progress`)).toEqual(before)
})

test('[CLS-27, ACC-20] several children are moved together; if a name is taken there, nobody is, and the page says which', async ({
  page,
  server,
  watch,
}) => {
  watch.expectConsole(/409 \(Conflict\)/)
  await beAdult(page, server.origin, 'teacher')
  const calls = callsOf(page, server.origin)
  const { id } = await makeClass(calls, ['Ana', 'Ben', 'Cem'])
  const other = (await calls.post('/api/classes', { name: '4b' })) as { id: string }
  await calls.post(`/api/classes/${other.id}/children`, { names: ['ben'] })
  const namesIn = async (classId: string) =>
    ((await calls.get(`/api/classes/${classId}`)) as MadeClass).children.map(({ name }) => name).toSorted()
  const { child: words } = classMessages
  const move = page.getByRole('button', { name: words.moveDo, exact: true })

  await page.goto(`/classes/${id}?view=children`)
  await page.getByText(words.moveSeveral).click()
  await page.getByRole('checkbox', { name: words.moveAll }).check()
  await move.click()
  await expect(page.getByText(words.severalFailures.name_taken)).toBeVisible()
  await expect(page.getByText('Ben', { exact: true }).last()).toBeVisible()
  expect(await namesIn(id)).toEqual(['Ana', 'Ben', 'Cem'])

  await page.getByRole('checkbox', { name: 'Ben' }).uncheck()
  await move.click()
  const moved = page.getByRole('dialog', { name: words.movedSeveral(2, '4b') })
  await expect(moved).toContainText(words.movedCard(2, '4b'))
  await moved.getByRole('link', { name: words.movedOpen(2) }).click()
  await expect(page.getByRole('heading', { name: classMessages.children.heading(3) })).toBeVisible()
  expect([await namesIn(id), await namesIn(other.id)]).toEqual([['Ben'], ['Ana', 'Cem', 'ben']])
})
