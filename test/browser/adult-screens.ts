import { FREE_GUESSES } from '../../domain/class-guesses.ts'
import { expect, type Page } from '@playwright/test'
import { adultMessages } from '../../web/features/account/adult.messages.en.ts'
import { appCode } from '../factories/app-code.ts'
import { assignmentMessages } from '../../web/features/assignments/assignments.messages.en.ts'
import { accountMessages } from '../../web/features/account/messages.en.ts'
import { ownAccountMessages } from '../../web/features/account/own-account.messages.en.ts'
import { signInMessages } from '../../web/features/account/sign-in.messages.en.ts'
import { twoStepMessages } from '../../web/features/account/two-step-sign-in.messages.en.ts'
import { dataMessages } from '../../web/features/classes/data.messages.en.ts'
import { exportMessages } from '../../web/features/classes/export.messages.en.ts'
import { importMessages } from '../../web/features/classes/import.messages.en.ts'
import { classMessages } from '../../web/features/classes/messages.en.ts'
import { gardenMessages } from '../../web/features/garden/messages.en.ts'
import { settingsMessages } from '../../web/features/settings/messages.en.ts'
import {
  beAdult,
  byTeacherElsewhere,
  type Calls,
  callsOf,
  linkCodeFor,
  linkElsewhere,
  type MadeClass,
  madeOnce,
  makeClass,
  PASSWORD,
  practice,
} from './people.ts'
import type { Screen } from './screens.ts'
import { guessAtNobody } from '../factories/class-guesses.ts'

const PARENTS = ['Maximiliane-Friederike Featherstonehaugh', 'Pat']
const NAMES = ['Ana', 'Ben', 'Cem', 'Di', 'Wilhelmina-Charlotte Featherstonehaugh']

async function originOf(page: Page): Promise<string> {
  await page.goto('/about')
  return new URL(page.url()).origin
}

async function classOfFive(page: Page, origin: string, teacher: Calls): Promise<MadeClass> {
  const made = await makeClass(teacher, NAMES, 'pictures')
  await practice(page, origin, made)
  return made
}

const classToLookAt = madeOnce('teacher', (teacher, page, origin) => classOfFive(page, origin, teacher))

/** A screen of a teacher with a class of five, in which nothing is changed. */
const ofTeacher = (name: string, then: (page: Page, made: MadeClass) => Promise<void>): Screen => ({
  name,
  open: async (page, { origin }) => then(page, await classToLookAt(page, origin)),
})

/** A screen of a teacher with a class of five of its own. */
const ofBusyTeacher = (
  name: string,
  then: (page: Page, made: MadeClass, calls: Calls) => Promise<void>,
): Screen => ({
  name,
  open: async (page, { origin }) => {
    await beAdult(page, origin, 'teacher')
    const calls = callsOf(page, origin)
    await then(page, await classOfFive(page, origin, calls), calls)
  },
})

/** A parent with a linked child, whose id it is, and an own one. */
const familyToLookAt = madeOnce('parent', async (parent, page, origin) => {
  const { code, childId } = await byTeacherElsewhere(page.context().browser(), origin, async (teacher) => {
    const made = await classOfFive(page, origin, teacher)
    const childId = made.children[0]?.id ?? ''
    return { childId, code: await linkCodeFor(teacher, childId) }
  })
  await parent.post('/api/children/link', { code })
  await parent.post('/api/children', { name: 'Kim' })
  return childId
})

/** A screen of a parent with a linked child and an own one, in which nothing is changed. */
export const ofParent = (name: string, then: (page: Page, studentId: string) => Promise<void>): Screen => ({
  name,
  open: async (page, { origin }) => then(page, await familyToLookAt(page, origin)),
})

/** A screen of a teacher whose class has one child, of two parents. */
const ofLinkedChild = (name: string, then: (page: Page) => Promise<void>): Screen => ({
  name,
  open: async (page, { origin }) => {
    await beAdult(page, origin, 'teacher')
    const calls = callsOf(page, origin)
    const made = await makeClass(calls, ['Ana'])
    for (const parent of PARENTS) {
      const code = await linkCodeFor(calls, made.children[0]?.id ?? '')
      await linkElsewhere(page.context().browser(), origin, parent, code)
    }
    await openChild(page, made)
    await expect(page.getByRole('button', { name: classMessages.child.endLinkOf('') })).toHaveCount(
      PARENTS.length,
    )
    await then(page)
  },
})

const openClass = async (page: Page, { id }: MadeClass): Promise<void> => {
  await page.goto(`/classes/${id}?view=children`)
  await expect(page.getByText(classMessages.table.columns.last).first()).toBeAttached()
}

const openChild = async (page: Page, { id, children }: MadeClass): Promise<void> => {
  await page.goto(`/classes/${id}?child=${children[0]?.id}`)
  await expect(page.getByRole('button', { name: gardenMessages.asTable })).toBeVisible()
}

/** Sets two-step sign-in up as far as its QR code. Returns the key shown. */
async function setUpTwoStepSignIn(page: Page): Promise<string> {
  await page.getByRole('button', { name: twoStepMessages.turnOn }).click()
  await page.getByLabel(twoStepMessages.password).fill(PASSWORD)
  await page.getByRole('button', { name: twoStepMessages.next }).click()
  const shown = await page.getByText(twoStepMessages.key).textContent()
  return /([A-Z2-7]{4} ?)+$/.exec(shown ?? '')?.[0].replaceAll(' ', '') ?? ''
}

/** The screens of teachers and parents. */
export const ADULT_SCREENS: readonly Screen[] = [
  {
    name: 'sign-up',
    open: async (page) => {
      await page.goto('/sign-up')
      await expect(page.getByText(adultMessages.signUp.notMailed)).toBeVisible()
    },
  },
  {
    name: 'sign-up-problems',
    open: async (page) => {
      await page.goto('/sign-up')
      await page.getByRole('button', { name: adultMessages.signUp.submit }).click()
      await expect(page.getByText(adultMessages.signUp.problems.name)).toBeVisible()
    },
  },
  {
    name: 'verify',
    open: async (page) => {
      await page.goto('/verify')
      await expect(page.getByText(adultMessages.verify.noMail)).toBeVisible()
    },
  },
  {
    name: 'reset',
    open: async (page) => {
      await page.goto('/reset')
      await expect(page.getByText(adultMessages.forgotten.noMail('hello@tenfold.example'))).toBeVisible()
    },
  },
  {
    name: 'reset-password',
    open: async (page) => {
      await page.goto('/reset#token')
      await expect(page.getByLabel(adultMessages.reset.password)).toBeVisible()
    },
  },
  {
    name: 'classes-empty',
    open: async (page) => {
      await beAdult(page, await originOf(page), 'teacher')
      await page.goto('/classes')
      await expect(page.getByRole('heading', { name: classMessages.list.emptyTitle })).toBeVisible()
    },
  },
  ofBusyTeacher('classes', async (page, { id }, calls) => {
    await calls.post('/api/classes', { name: 'Room 12' })
    const { id: oldId } = (await calls.post('/api/classes', { name: '2b' })) as MadeClass
    await calls.patch(`/api/classes/${oldId}`, { archived: true })
    await page.goto('/classes')
    await expect(page.locator(`a[href="/classes/${id}"]`)).toBeVisible()
    await page.getByText(classMessages.list.archived(1)).click()
  }),
  {
    name: 'class-empty',
    open: async (page) => {
      const origin = await originOf(page)
      await beAdult(page, origin, 'teacher')
      const { id } = await makeClass(callsOf(page, origin), [])
      await page.goto(`/classes/${id}?view=children`)
      await expect(page.getByRole('heading', { name: classMessages.children.emptyTitle })).toBeVisible()
    },
  },
  ofTeacher('class', openClass),
  ofTeacher('class-print', async (page, { id }) => {
    await page.goto(`/classes/${id}/print`)
    await expect(page.locator('.paper')).toHaveCount(NAMES.length)
  }),
  ofParent('child-report', async (page, studentId) => {
    await page.goto(`/children/${studentId}/report`)
    await expect(page.locator('.paper')).toBeVisible()
  }),
  ofParent('assignments-family', async (page) => {
    await page.goto('/assignments/family')
    await expect(page.getByText(assignmentMessages.none)).toBeVisible()
  }),
  ofTeacher('class-settings', async (page, { id }) => {
    await page.goto(`/classes/${id}?settings`)
    await expect(page.getByRole('heading', { name: settingsMessages.ofClass.whole })).toBeVisible()
  }),
  ofTeacher('class-add', async (page, made) => {
    await openClass(page, made)
    await page.getByRole('button', { name: classMessages.children.add }).click()
    await page.getByLabel(classMessages.add.names).fill('Ella\nFay\nella\nBen\n<Gus>')
  }),
  ofTeacher('import', async (page, made) => {
    await page.goto(`/import?class=${made.id}`)
    await page
      .getByLabel(importMessages.text)
      .fill('First,Last,Class,Email\nAna,Lopez,3b,a@x\nElla,Fox,3b,e@x\nElla,Hill,3b,f@x\n=1+1,Ek,4a,g@x')
    await expect(page.getByText(importMessages.rowProblems.formula)).toBeVisible()
  }),
  ofTeacher('class-code', async (page, made) => {
    await openClass(page, made)
    await page.getByRole('button', { name: classMessages.code.show }).click()
  }),
  ofTeacher('class-cards', async (page, made) => {
    await openClass(page, made)
    await page.getByRole('button', { name: classMessages.children.cards }).click()
    await expect(page.locator('.name-card')).toHaveCount(NAMES.length)
  }),
  ofTeacher('class-pins', async (page, made) => {
    await openClass(page, made)
    await page.getByRole('button', { name: classMessages.pins.renew }).click()
    await expect(page.getByText(classMessages.pins.renewCards)).toBeVisible()
  }),
  {
    name: 'class-new-devices',
    open: async (page, { origin }) => {
      await beAdult(page, origin, 'teacher')
      const made = await makeClass(callsOf(page, origin), ['Ana', 'Ben'])
      await guessAtNobody(origin, made.code, FREE_GUESSES)
      await openClass(page, made)
      await expect(
        page.getByRole('button', { name: classMessages.newDevices.ofClass.openSignInWindow }),
      ).toBeVisible()
      await expect(page.getByRole('banner').getByText('Ms Rivera')).toBeVisible()
    },
  },
  ofTeacher('class-child', openChild),
  ofBusyTeacher('class-child-link', async (page, made) => {
    await openChild(page, made)
    await page.getByRole('button', { name: classMessages.child.link }).click()
    await expect(page.getByRole('dialog').locator('output')).toBeVisible()
  }),
  ofTeacher('class-child-delete', async (page, made) => {
    await openChild(page, made)
    await page.getByRole('button', { name: dataMessages.delete }).click()
  }),
  ofBusyTeacher('class-child-moved', async (page, made) => {
    await callsOf(page, await originOf(page)).post('/api/classes', { name: '4a' })
    await openChild(page, made)
    await page.getByRole('button', { name: classMessages.child.moveDo, exact: true }).click()
    await expect(page.getByRole('dialog')).toContainText(classMessages.child.movedCard(1, '4a'))
  }),
  ofBusyTeacher('class-move', async (page, { id }) => {
    await callsOf(page, await originOf(page)).post('/api/classes', { name: '4a' })
    await page.goto(`/classes/${id}?view=children`)
    await page.getByText(classMessages.child.moveSeveral).click()
    await page.getByRole('checkbox').nth(1).check()
  }),
  ofLinkedChild('class-child-parents', async (page) => {
    await page.getByRole('heading', { name: classMessages.child.parents }).scrollIntoViewIfNeeded()
  }),
  ofLinkedChild('class-child-hand-over', async (page) => {
    await page.getByRole('button', { name: classMessages.child.remove }).click()
    await expect(
      page.getByRole('button', { name: classMessages.child.removeDo(PARENTS[0] ?? '') }),
    ).toBeVisible()
  }),
  ofParent('children', async (page) => {
    await page.goto('/children')
    await expect(page.getByText(classMessages.family.code)).toBeVisible()
    await expect(page.getByText(classMessages.family.game('')).first()).toBeAttached()
  }),
  {
    name: 'children-new-devices',
    open: async (page, { origin }) => {
      await beAdult(page, origin, 'parent')
      const calls = callsOf(page, origin)
      const { code } = (await calls.post('/api/children', { name: 'Kim' })) as MadeClass
      await guessAtNobody(origin, code, FREE_GUESSES)
      await page.goto('/children')
      await expect(
        page.getByRole('button', { name: classMessages.newDevices.ofFamily.openSignInWindow }),
      ).toBeVisible()
    },
  },
  ofParent('child', async (page, studentId) => {
    await page.goto(`/children/${studentId}`)
    await expect(page.getByRole('button', { name: gardenMessages.asTable })).toBeVisible()
    await page.getByText(dataMessages.tables).click()
  }),
  {
    name: 'account',
    open: async (page) => {
      await beAdult(page, await originOf(page), 'teacher')
      await page.goto('/account')
      await page.getByRole('button', { name: ownAccountMessages.closeAsk }).click()
      await expect(page.getByLabel(ownAccountMessages.closePassword)).toBeVisible()
    },
  },
  ofTeacher('account-children', async (page) => {
    await page.goto('/account')
    await page.getByRole('button', { name: ownAccountMessages.closeAsk }).click()
    await page.getByText(exportMessages.summary('3b')).click()
    await page.getByRole('button', { name: exportMessages.save }).scrollIntoViewIfNeeded()
  }),
  {
    name: 'account-two-step-sign-in',
    open: async (page) => {
      await beAdult(page, await originOf(page), 'teacher')
      await page.goto('/account')
      await setUpTwoStepSignIn(page)
      await page.getByLabel(twoStepMessages.appCode).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'account-recovery-codes',
    open: async (page) => {
      await beAdult(page, await originOf(page), 'teacher')
      await page.goto('/account')
      const key = await setUpTwoStepSignIn(page)
      await page.getByLabel(twoStepMessages.appCode).fill(appCode(key))
      await page.getByRole('button', { name: twoStepMessages.confirm }).click()
      await expect(page.getByRole('heading', { name: twoStepMessages.codes.title })).toBeVisible()
    },
  },
  {
    name: 'sign-in-code',
    noise: /401 \(Unauthorized\)/,
    open: async (page, { origin }) => {
      const calls = callsOf(page, origin)
      const email = await beAdult(page, origin, 'teacher')
      const begun = (await calls.post('/api/account/second-step', { password: PASSWORD })) as { key: string }
      await calls.post('/api/account/second-step/confirm', { code: appCode(begun.key) })
      await calls.post('/api/account/sign-out')
      await page.goto('/account')
      // Until this page has asked, it takes the teacher of before for signed in.
      await expect(page.getByRole('heading', { name: accountMessages.gate.strangerTitle })).toBeVisible()
      await page.getByRole('main').getByRole('link', { name: accountMessages.gate.signIn }).click()
      await page.getByRole('radio', { name: signInMessages.adult }).check()
      await page.getByLabel(signInMessages.adultForm.email).fill(email)
      await page.getByLabel(signInMessages.adultForm.password, { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: signInMessages.adultForm.submit }).click()
      await expect(page.getByLabel(twoStepMessages.signIn.code)).toBeFocused()
    },
  },
  {
    name: 'signed-out',
    open: async (page) => {
      await page.goto('/classes')
      await expect(page.getByRole('heading', { name: accountMessages.gate.strangerTitle })).toBeVisible()
    },
  },
]
