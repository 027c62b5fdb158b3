import { FREE_GUESSES } from '../../domain/class-guesses.ts'
import { studentMessages } from '../../web/features/student/messages.en.ts'
import { withAnyNumber } from './any-number.ts'
import { expect, type Page } from '@playwright/test'
import type { AssignmentCard } from '../../contract/assignments.ts'
import type { OwnClassGoal } from '../../contract/class-goals.ts'
import type { StudentProgress } from '../../contract/student-progress.ts'
import { allFacts } from '../../domain/fact.ts'
import { gardenFacts } from '../../domain/garden.ts'
import { dayNumber } from '../../domain/learning/memory.ts'
import { achievementMessages } from '../../web/features/achievements/messages.en.ts'
import { monthMemory } from '../factories/month-memory.ts'
import { attemptBody, beginBody } from '../factories/student-calls.ts'
import { accountMessages } from '../../web/features/account/messages.en.ts'
import { signInMessages } from '../../web/features/account/sign-in.messages.en.ts'
import { cardMessages } from '../../web/features/assignments/cards.messages.en.ts'
import { gardenMessages } from '../../web/features/garden/messages.en.ts'
import { childOf, classElsewhere, enterPin, openCard, signInScreen } from './child.ts'
import { olderAccounts } from './older-accounts.ts'
import { byTeacherElsewhere, madeOnce, makeClass, type Calls, type MadeClass } from './people.ts'
import type { Screen } from './screens.ts'
import { guessAtNobody } from '../factories/class-guesses.ts'

const NAME = 'Wilhelmina-Charlotte Featherstonehaugh'
const DAY_SECONDS = 86_400

async function classOf(page: Page, pinKind: 'digits' | 'pictures'): Promise<MadeClass> {
  await page.goto('/about')
  const browser = page.context().browser()
  if (!browser) throw new Error('a page has a browser')
  return await classElsewhere(browser, new URL(page.url()).origin, [NAME, 'Mia'], pinKind)
}

/** Classes at whose door somebody stands, one for each kind of PIN. */
const doors = {
  digits: new Map<string, Promise<MadeClass>>(),
  pictures: new Map<string, Promise<MadeClass>>(),
}

const atPin = (
  name: string,
  pinKind: 'digits' | 'pictures',
  then = async (_page: Page): Promise<void> => {},
): Screen => ({
  name,
  noise: /401 \(Unauthorized\)/,
  open: async (page, { origin }) => {
    const door = doors[pinKind].get(origin) ?? classOf(page, pinKind)
    doors[pinKind].set(origin, door)
    const made = await door
    await openCard(page, made.code, childOf(made, NAME))
    await then(page)
  },
})

/** A child who has practiced on these days. */
const studentToLookAt = (days: readonly number[]) =>
  madeOnce('student', (calls, page, origin) =>
    byTeacherElsewhere(page.context().browser(), origin, async (teacher) => {
      const made = await makeClass(teacher, [NAME, 'Mia'], 'pictures')
      const child = childOf(made, NAME)
      await calls.post('/api/account/child/sign-in', { code: made.code, name: NAME, pin: child.pin })
      await olderAccounts(origin, [child])
      await practice(calls, days)
    }),
  )

const newStudent = studentToLookAt([])
const oldStudent = studentToLookAt([4, 2, 1, 0])

/** Ten facts of two operations on each of these days. */
async function practice(calls: Calls, days: readonly number[]): Promise<void> {
  for (const daysAgo of days) {
    const secondsAgo = daysAgo * DAY_SECONDS
    const session = beginBody({ secondsAgo: secondsAgo + 600, sessionType: 'all' })
    await calls.post('/api/practice/sessions', session)
    const attempts = (['addition', 'multiplication'] as const).flatMap((operation, half) =>
      allFacts(operation)
        .slice(0, 10)
        .map(({ id: factId }, at) =>
          attemptBody(session.id, half * 10 + at, {
            factId,
            secondsAgo,
            responseTime: at % 2 === 0 ? 1500 : 8000,
            ...(at > 7 ? { studentAnswer: 0 } : {}),
          }),
        ),
    )
    await calls.post('/api/practice/logs', { attempts })
    await calls.patch(`/api/practice/sessions/${session.id}`, { secondsAgo })
  }
}

const ofStudent = (
  name: string,
  path: string,
  then: (page: Page) => Promise<void>,
  practices = true,
): Screen => ({
  name,
  open: async (page, { origin }) => {
    await (practices ? oldStudent : newStudent)(page, origin)
    await page.goto(path)
    await then(page)
  },
})

const atGarden = async (page: Page): Promise<void> => {
  await expect(page.getByRole('group', { name: gardenMessages.bed('addition') })).toBeVisible()
}

const asTable = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: gardenMessages.asTable }).click()
  await expect(page.getByRole('table', { name: gardenMessages.table.grid('addition') })).toBeVisible()
}

/** Answers progress calls with a month of practice. */
async function practiceForMonth(page: Page): Promise<void> {
  await page.route('**/api/me/progress', async (route) => {
    const response = await route.fetch()
    const progress = (await response.json()) as StudentProgress
    const day = dayNumber(progress.practiceDay)
    const facts = gardenFacts(monthMemory(day), day)
    const operations = progress.operations.map((each) => ({
      ...each,
      facts: facts.filter(({ factId }) => factId.startsWith(each.operation)),
    }))
    await route.fulfill({ response, json: { ...progress, operations } })
  })
  await page.reload()
}

const CARD: AssignmentCard = {
  id: 'doubles',
  round: '2030-03-18',
  assigned: { kind: 'sets', sets: ['add_doubles', 'add_near_doubles', 'mul_hard'] },
  facts: [],
  amountKind: 'problems',
  amount: 20,
  count: 12,
  seconds: 0,
  dueDay: '2030-03-22',
  isDone: false,
  isStillOpen: false,
  withPictures: false,
}
/** A card that is begun, one past its day, and one that is done. */
const CARDS: readonly AssignmentCard[] = [
  CARD,
  { ...CARD, id: 'late', amountKind: 'minutes', dueDay: '2030-03-15', isStillOpen: true },
  { ...CARD, id: 'done', isDone: true },
]

/** The screens of a child before and after signing in. */
export const STUDENT_SCREENS: readonly Screen[] = [
  {
    name: 'sign-in',
    open: async (page) => {
      await page.goto('/sign-in')
      await expect(signInScreen(page).code).toBeVisible()
    },
  },
  {
    name: 'sign-in-name',
    open: async (page) => {
      await page.goto('/sign-in#code=K7M2QX')
      await expect(signInScreen(page).name).toBeVisible()
    },
  },
  {
    name: 'sign-in-animals',
    open: async (page) => {
      const { code } = await classOf(page, 'pictures')
      await page.goto(`/sign-in#code=${code}`)
      await expect(signInScreen(page).typeName).toBeVisible()
    },
  },
  {
    name: 'sign-in-adult',
    open: async (page) => {
      await page.goto('/sign-in?back=%2Fclasses')
      await page.getByRole('button', { name: signInMessages.adultForm.submit }).click()
      await expect(page.getByText(signInMessages.adultForm.missing.password)).toBeVisible()
    },
  },
  atPin('sign-in-pictures', 'pictures', async (page) => {
    await signInScreen(page).picture('fish').click()
  }),
  atPin('sign-in-digits', 'digits', async (page) => {
    await page.keyboard.type('12')
  }),
  atPin('sign-in-not-yet', 'pictures', async (page) => {
    await enterPin(page, { kind: 'pictures', pictures: ['sun', 'sun', 'sun'] })
    await expect(signInScreen(page).notYet).toBeVisible()
  }),
  {
    name: 'sign-in-class-waits',
    noise: /429 \(Too Many Requests\)/,
    open: async (page, { origin }) => {
      const made = await classOf(page, 'pictures')
      await guessAtNobody(origin, made.code, FREE_GUESSES)
      await openCard(page, made.code, childOf(made, NAME))
      await enterPin(page, { kind: 'pictures', pictures: ['sun', 'sun', 'sun'] })
      await expect(page.getByRole('button', { name: signInMessages.classWaits.again })).toBeVisible()
    },
  },
  ofStudent('sign-in-somebody-here', '/sign-in', async (page) => {
    await expect(page.getByText(signInMessages.here.text(NAME))).toBeVisible()
  }),
  ofStudent('student-home', '/dashboard', async (page) => {
    await expect(page.getByText(withAnyNumber(studentMessages.points(2)))).toBeVisible()
  }),
  {
    name: 'student-home-announcement',
    open: async (page, { origin }) => {
      const own: OwnClassGoal = { goal: null, announced: { id: 'class-goal', level: 5 } }
      await page.route('**/api/me/class-goal', (route) => route.fulfill({ json: own }))
      await oldStudent(page, origin)
      await page.goto('/dashboard')
      await expect(page.getByText(withAnyNumber(studentMessages.points(2)))).toBeVisible()
      await expect(page.getByRole('region', { name: achievementMessages.announced })).toBeVisible()
    },
  },
  {
    name: 'student-home-cards',
    open: async (page, { origin }) => {
      await page.route('**/api/me/assignments', (route) => route.fulfill({ json: { cards: CARDS } }))
      await oldStudent(page, origin)
      await page.goto('/dashboard')
      await expect(page.getByText(cardMessages.doneMore)).toBeVisible()
    },
  },
  ofStudent('student-menu', '/dashboard', async (page) => {
    await page.locator('summary').click()
    await expect(page.getByRole('button', { name: accountMessages.menu.signOut })).toBeVisible()
  }),
  ofStudent('student-still-you', '/dashboard', async (page) => {
    await expect(page.getByText(withAnyNumber(studentMessages.points(2)))).toBeVisible()
    await page.evaluate(() => {
      const touched = JSON.parse(localStorage.getItem('tenfold.touched') ?? '')
      localStorage.setItem('tenfold.touched', JSON.stringify({ ...touched, ms: 0 }))
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await expect(page.getByRole('button', { name: accountMessages.stillYou.no })).toBeVisible()
  }),
  ofStudent('me', '/me', atGarden),
  {
    ...ofStudent('me-month', '/me', async (page) => {
      await practiceForMonth(page)
      await atGarden(page)
    }),
    close: (page) => [
      page.getByLabel(gardenMessages.legend),
      page.getByRole('group', { name: gardenMessages.frame(4, false), exact: true }),
    ],
  },
  ofStudent('me-month-multiplication', '/me', async (page) => {
    await practiceForMonth(page)
    await page.getByRole('radio', { name: gardenMessages.operations.multiplication }).check()
  }),
  ofStudent('me-table', '/me', async (page) => {
    await asTable(page)
    await page.getByRole('radio', { name: gardenMessages.operations.subtraction }).check()
    await expect(page.getByRole('table', { name: gardenMessages.table.grid('subtraction') })).toBeVisible()
  }),
  ofStudent('me-story', '/me', async (page) => {
    const { leaf, flower } = gardenMessages.meanings.child
    await page
      .getByRole('button', { name: new RegExp(`: (${leaf}|${flower})`) })
      .first()
      .click()
    const story = page.getByRole('dialog')
    const { about } = gardenMessages.story
    await expect(story.getByText(about.leaf).or(story.getByText(about.flower))).toBeVisible()
  }),
  ofStudent('me-new', '/me', atGarden, false),
  {
    name: 'me-stranger',
    open: async (page) => {
      await page.goto('/me')
      await expect(page.getByRole('heading', { name: accountMessages.gate.strangerTitle })).toBeVisible()
    },
  },
]
