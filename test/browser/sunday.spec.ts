import { attemptBody, beginBody } from '../factories/student-calls.ts'
import { assignedSentences, weekSentences } from '../../domain/school/weekly-report.en.ts'
import type { WeekReport } from '../../domain/school/weekly-report.ts'
import { classMessages } from '../../web/features/classes/messages.en.ts'
import { sheetMessages } from '../../web/features/print/sheets.messages.en.ts'
import { weeklyMessages } from '../../web/features/weekly/messages.en.ts'
import { startJourney } from './adult-journey.ts'
import { childOf } from './child.ts'
import { dayClock } from './days.ts'
import { expect, test } from './fixtures.ts'
import { olderAccounts } from './older-accounts.ts'
import { beAdult, byTeacherElsewhere, callsOf, linkCodeFor, makeClass } from './people.ts'

const MOST = { presses: 1, seconds: 120 }
const WEDNESDAY = '2030-03-20T10:00-04:00'
const SUNDAY = '2030-03-24T17:00-04:00'
const MONDAY = '2030-03-25T08:00-04:00'

const clock = dayClock(WEDNESDAY)
test.use({ serverSettings: clock.settings })
test.afterAll(() => clock.discard())

test('[DIG-3, DIG-4, DIG-7] on Sunday one press shows a parent the week, what comes next and a game, read within two minutes', async ({
  page,
  browser,
  server,
  watch,
}) => {
  const code = await byTeacherElsewhere(browser, server.origin, async (teacher) => {
    const made = await makeClass(teacher, ['Ana', 'Ben'])
    const ana = childOf(made, 'Ana')
    const { id, name, pin } = ana
    const context = await browser.newContext()
    watch.follow(context)
    const child = callsOf(await context.newPage(), server.origin)
    await child.post('/api/account/child/sign-in', { code: made.code, name, pin })
    await olderAccounts(server.origin, [ana])
    const session = beginBody({ secondsAgo: 600 })
    await child.post('/api/practice/sessions', session)
    const attempts = Array.from({ length: 12 }, (_, place) => attemptBody(session.id, place))
    await child.post('/api/practice/logs', { attempts })
    await context.close()
    const path = `/api/classes/${made.id}/assignments`
    const { today } = (await teacher.get(path)) as { today: string }
    await teacher.post(path, {
      who: null,
      assigned: { kind: 'sets', sets: ['add_doubles'] },
      amount: { kind: 'problems', count: 40 },
      firstDay: today,
      dueDay: new Date(Date.parse(today) + 6 * 86_400_000).toISOString().slice(0, 10),
      lastDay: null,
    })
    return await linkCodeFor(teacher, id)
  })
  await beAdult(page, server.origin, 'parent')
  await callsOf(page, server.origin).post('/api/children/link', { code })
  await clock.goTo(page.context(), SUNDAY)
  const journey = await startJourney(page)
  await page.goto('/children')

  await page.getByRole('link', { name: classMessages.family.weeklyReport }).click()
  await expect(page.getByRole('heading', { name: 'Ana' })).toBeVisible()
  const report = page.getByRole('main')
  const doubles = {
    assigned: { kind: 'sets', sets: ['add_doubles'] },
    amountKind: 'problems',
    amount: 40,
  } as const
  const [assigned = ''] = assignedSentences([{ ...doubles, dueDay: '2030-03-26' }], '2030-03-24')
  await expect(report.getByText('Ana practiced', { exact: false }).first()).toBeVisible()
  await expect(report.getByText(assigned)).toBeVisible()
  await expect(report.getByText(sheetMessages.certificate.play)).toBeVisible()
  const text = await report.innerText()
  expect(text).not.toMatch(/Ben|points|rank|%/i)
  journey.read(text)
  await journey.needsAtMost(MOST)

  await clock.goTo(page.context(), MONDAY)
  const [noPractice = ''] = weekSentences('Ana', { hasPracticed: false } as WeekReport)
  await page.reload()
  await expect(report.getByText(noPractice)).toBeVisible()
  await page.getByRole('button', { name: weeklyMessages.earlier }).click()
  await expect(report.getByText(weeklyMessages.week('2030-03-18'))).toBeVisible()
  await expect(report.getByText('Ana practiced', { exact: false }).first()).toBeVisible()
})
