import { expect, type Browser, type Page } from '@playwright/test'
import { studentMessages } from '../../web/features/student/messages.en.ts'
import type { PictureId, Pin, PinKind } from '../../domain/pin.ts'
import { pinPictureNames } from '../../web/ui/pin-picture.messages.en.ts'
import { accountMessages } from '../../web/features/account/messages.en.ts'
import { signInMessages } from '../../web/features/account/sign-in.messages.en.ts'
import { badgeName } from '../../web/ui/badge.messages.en.ts'
import { signInLink } from '../../web/features/classes/sign-in-link.ts'
import { todayMessages } from '../../web/features/today/messages.en.ts'
import { byTeacherElsewhere, callsOf, makeClass, type MadeChild, type MadeClass } from './people.ts'

/** A class whose teacher sits at another device. */
export async function classElsewhere(
  browser: Browser,
  origin: string,
  names: readonly string[],
  pinKind: PinKind = 'pictures',
): Promise<MadeClass> {
  return await byTeacherElsewhere(browser, origin, (teacher) => makeClass(teacher, names, pinKind))
}

/** The child of that name. */
export function childOf({ children }: MadeClass, name: string): MadeChild {
  const child = children.find((each) => each.name === name)
  if (!child) throw new Error(`no ${name} in this class`)
  return child
}

/** The sign-in screens of a child. */
export function signInScreen(page: Page) {
  return {
    code: page.getByRole('textbox', { name: signInMessages.code.label }),
    name: page.getByRole('textbox', { name: signInMessages.name.label }),
    next: page.getByRole('button', { name: signInMessages.code.next }),
    typeName: page.getByRole('button', { name: signInMessages.known.type }),
    animal: (child: MadeChild) => page.getByRole('button', { name: badgeName(child), exact: true }),
    picture: (id: PictureId) =>
      page
        .getByRole('group', { name: signInMessages.pin.pad })
        .getByRole('button', { name: pinPictureNames[id], exact: true }),
    toDigits: page.getByRole('button', { name: signInMessages.pin.toDigits }),
    toPictures: page.getByRole('button', { name: signInMessages.pin.toPictures }),
    notYet: page.getByText(signInMessages.failures.wrong_sign_in),
  }
}

/** Presses or types the secret signs, where they are asked for. */
export async function enterPin(page: Page, pin: Pin): Promise<void> {
  if (pin.kind === 'digits') return await page.keyboard.type(pin.digits)
  for (const id of pin.pictures) await signInScreen(page).picture(id).click()
}

/** Opens the address in the QR code of a child's card, which greets its badge. */
export async function openCard(page: Page, code: string, child: MadeChild): Promise<void> {
  const { hash } = new URL(signInLink('https://tenfold.example', code, child))
  await page.goto(`/sign-in${hash}`)
  const hello = signInMessages.pin.helloBadge(badgeName(child))
  await expect(page.getByRole('heading', { level: 1, name: hello })).toBeVisible()
}

/** Signs a child in by its card. */
export async function signIn(page: Page, { code }: Pick<MadeClass, 'code'>, child: MadeChild): Promise<void> {
  const { name, pin } = child
  await openCard(page, code, child)
  await enterPin(page, pin)
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('heading', { level: 1, name: studentMessages.hello(name) })).toBeVisible()
}

/** Signs a child in by what is printed on its card, as it is typed. */
export async function signInByName(page: Page, code: string, name: string, pin: Pin): Promise<void> {
  const door = signInScreen(page)
  await page.goto('/sign-in')
  await door.code.fill(code)
  await page.keyboard.press('Enter')
  await door.typeName.click()
  await door.name.fill(name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: signInMessages.pin.hello(name) })).toBeVisible()
  await enterPin(page, pin)
  await expect(page).toHaveURL(/\/dashboard$/)
}

/** Signs out by the menu of the bar. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('banner').locator('summary').click()
  await page.getByRole('button', { name: accountMessages.menu.signOut }).click()
  await expect(page.getByRole('button', { name: todayMessages.playNow })).toBeVisible()
}

/** Everything that stays on the device or in the tab, as `key: text`. */
export async function keptHere(page: Page): Promise<string[]> {
  return await page.evaluate(() =>
    [localStorage, sessionStorage].flatMap((storage) =>
      Object.entries(storage).map(([key, text]) => `${key}: ${String(text)}`),
    ),
  )
}

/** What the server has stored about the student signed in to this browser. */
export async function totalsOf(page: Page, origin: string) {
  const { totals } = (await callsOf(page, origin).get('/api/me/progress')) as {
    totals: { attempts: number; sessions: number; points: number }
  }
  return { attempts: totals.attempts, sessions: totals.sessions, points: totals.points }
}
