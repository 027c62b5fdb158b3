import type { Locator, Page } from '@playwright/test'
import { messages } from '../../web/features/battle/messages.en.ts'
import { anyNumbersIn, withAnyNumber } from '../browser/any-number.ts'
import { violations, keepTimers } from '../browser/axe.ts'
import { rivalAt } from '../browser/battle-rival.ts'
import { battleScreen, bePlayer, give, rightAnswer } from '../browser/battle-screen.ts'
import { expect, test } from '../browser/fixtures.ts'
import { iconsWithoutTooltip } from '../browser/room-on-screen.ts'
import { SIZES, type Size } from '../browser/screens.ts'
import { stopClock } from '../browser/stopped-clock.ts'

const BATTLE_MS = 60_000
const PROBLEMS = 3

// So few that a rival can answer them all, which makes it a whole battle (BAT-76).
test.use({ sharedSettings: { BATTLE_PROBLEMS: String(PROBLEMS) } })

const DIVISION = { division: 'multiplication_division', preference: 'division' } as const
const MIXED = { division: 'addition_subtraction', preference: 'mixed' } as const
const TICK_MS = 50

/** Keeps the page from the start of its battle until the test lets it through. */
async function holdStart(page: Page): Promise<() => void> {
  const held: (() => void)[] = []
  let isHeld = true
  await page.routeWebSocket(/socket\.io/, (line) => {
    const server = line.connectToServer()
    server.onMessage((message) => {
      const pass = (): void => line.send(message)
      if (isHeld && String(message).includes('"battle-start"')) held.push(pass)
      else pass()
    })
  })
  return () => {
    isHeld = false
    for (const pass of held) pass()
  }
}

/** Until it is shown by a page whose clock stands still. */
async function shownInTime(page: Page, shown: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(TICK_MS)
    expect(await shown.isVisible()).toBe(true)
  }).toPass()
}

/** How far the page is larger than the screen, in px each way. */
function excess(page: Page): Promise<{ across: number; down: number }> {
  return page.evaluate(() => ({
    across: document.documentElement.scrollWidth - innerWidth,
    down: document.documentElement.scrollHeight - innerHeight,
  }))
}

/** What of the arena is not wholly on the screen. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll(
        '.play-screen > *, .play-question > *, .play-feedback > *, .play-keys button',
      ),
    ]
      .filter((part) => {
        const { left, right, top, bottom, width } = part.getBoundingClientRect()
        return width > 1 && (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight)
      })
      .map((part) => part.className || part.tagName),
  )
}

/** The names in the race that are wider or higher than the room they have. */
function cutNames(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.battle-lane-name')]
      .filter((name) => {
        const lane = name.parentElement?.getBoundingClientRect().height ?? 0
        return name.scrollWidth > name.clientWidth || name.scrollHeight > lane + 1
      })
      .map((name) => name.textContent ?? ''),
  )
}

/** Not one of the look's three, but children turn phones. */
const ON_ITS_SIDE: Size = { name: 'a phone on its side', width: 844, height: 390 }

const ALL_SIZES = [...SIZES, ON_ITS_SIDE]

/** Looks at the page at every size, and leaves it at the first one. */
async function atEverySize(page: Page, look: (size: string) => Promise<void>): Promise<void> {
  for (const { name, width, height } of [...ALL_SIZES, ...ALL_SIZES.slice(0, 1)]) {
    await page.setViewportSize({ width, height })
    await look(name)
  }
}

test('[BAT-95, BAT-87, BAT-97, BAT-99, SCR-14] every step is within the screen at every size and meets WCAG 2.2 AA, and the arena never scrolls', async ({
  page: fox,
  server,
}) => {
  await bePlayer(fox, { nickname: 'ThankfulHedgehog42' })
  await keepTimers(fox)
  await fox.clock.install()
  const start = await holdStart(fox)
  const rival = await rivalAt(server.origin, { nickname: 'GracefulElephant99' })
  const screen = battleScreen(fox)
  const expectNoScrollAcross = async (size: string) =>
    expect((await excess(fox)).across, size).toBeLessThanOrEqual(0)
  await fox.goto('/battle')
  await expect(screen.button(messages.typeName(DIVISION))).toBeVisible()
  // No computer comes, and the countdown does not end, until all of them were looked at.
  await stopClock(fox)
  await screen.button(messages.typeName(DIVISION)).click()
  await shownInTime(fox, screen.searching)
  await atEverySize(fox, async () => expect(screen.leaveQueue).toBeInViewport({ ratio: 1 }))
  expect(await violations(fox), 'queue').toEqual([])
  rival.join(DIVISION)
  await shownInTime(fox, screen.countdown)
  const opponents = fox.getByRole('list', { name: messages.countdown.opponents })
  await atEverySize(fox, async (size) => {
    await expect(opponents.getByRole('listitem')).toBeInViewport({ ratio: 1 })
    await expect(fox.getByText(messages.countdown.ready)).toBeInViewport({ ratio: 1 })
    await expectNoScrollAcross(size)
  })
  expect(await violations(fox), 'countdown').toEqual([])

  start()
  await fox.clock.resume()
  await expect(screen.answer).toBeFocused()
  const boxes = new Map<string, unknown>()
  await atEverySize(fox, async (size) => void boxes.set(size, await screen.answer.boundingBox()))
  await give(fox, await rightAnswer(fox))
  await give(fox, 999)
  await expect(fox.getByText(messages.arena.tryAgain)).toBeVisible()
  expect(await violations(fox), 'retry').toEqual([])
  const answer = await rightAnswer(fox)
  await give(fox, 999)
  await expect(fox.getByText(messages.arena.reveal(answer))).toBeVisible()
  await fox.keyboard.type('123')
  await atEverySize(fox, async (size) => {
    expect(await iconsWithoutTooltip(fox), size).toEqual([])
    expect(await excess(fox), size).toEqual({ across: 0, down: 0 })
    expect(await cutOff(fox), size).toEqual([])
    expect(await cutNames(fox), `${size}: an opponent’s name wraps`).toEqual([])
    expect(await screen.answer.boundingBox(), `${size}: the box never moves`).toEqual(boxes.get(size))
    const [race, problem] = [await screen.race.boundingBox(), await screen.problem.boundingBox()]
    expect((race?.y ?? 0) + (race?.height ?? 0), `${size}: the race is far above the digits`).toBeLessThan(
      (problem?.y ?? 0) - 16,
    )
  })

  await rival.answer(PROBLEMS)
  rival.finish()
  await fox.clock.fastForward(BATTLE_MS)
  await expect(screen.results).toBeVisible()
  await atEverySize(fox, async (size) => {
    await expect(fox.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 })
    await expect(screen.button(messages.results.playAgain)).toBeInViewport({ ratio: 1 })
    await expectNoScrollAcross(size)
  })
  expect(await violations(fox), 'results').toEqual([])
  rival.close()
})

/** Presses Tab until the focus is there. */
async function tabTo(page: Page, name: string): Promise<void> {
  const target = battleScreen(page).button(name)
  for (let at = 0; at < 40; at += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`Tab does not lead to ${name}`)
}

test('[BAT-95, BAT-86] from the lobby to the results and back by keyboard alone, and in words', async ({
  page: fox,
  server,
}) => {
  await bePlayer(fox, { nickname: 'SwiftFox42' })
  await fox.clock.install()
  const rival = await rivalAt(server.origin, { nickname: 'KindOwl7' })
  const screen = battleScreen(fox)
  const status = fox.getByRole('status')
  const anyProblem = (['addition', 'subtraction'] as const)
    .map((operation) =>
      anyNumbersIn(messages.arena.question({ operation, operand1: 1, operand2: 1, answer: 1 })),
    )
    .join('|')
  await fox.goto('/battle')
  await tabTo(fox, messages.typeName(MIXED))
  await fox.keyboard.press('Enter')
  await expect(screen.searching).toBeVisible()
  rival.join(MIXED)

  await expect(screen.answer).toBeFocused()
  await expect(screen.answer).toHaveAccessibleDescription(/^\d+ [+−] \d+ =$/)
  await expect(status.filter({ hasText: new RegExp(`^(${anyProblem})$`) })).toHaveCount(1)
  await expect(screen.submit).toBeDisabled()
  await fox.keyboard.press('Enter')
  await fox.keyboard.type('a1234')
  await expect(screen.answer).toHaveValue('123')
  await fox.keyboard.press('Backspace')
  await expect(screen.answer).toHaveValue('12')
  await fox.keyboard.press('Escape')
  await expect(screen.answer).toHaveValue('')
  await fox.keyboard.type(String(await rightAnswer(fox)))
  await tabTo(fox, messages.arena.submit)
  await fox.keyboard.press('Enter')
  await expect(screen.answer).toBeFocused()
  await expect(
    status.filter({
      hasText: new RegExp(`^${anyNumbersIn(messages.arena.spokenCorrect(5))} (${anyProblem})$`),
    }),
  ).toHaveCount(1)

  await tabTo(fox, messages.arena.timeLeft)
  await fox.keyboard.press('Enter')
  await expect(status.filter({ hasText: withAnyNumber(messages.arena.spokenTimeLeft(59)) })).toHaveCount(1)
  await fox.keyboard.type('9')
  await expect(screen.answer).toBeFocused()
  await expect(screen.answer).toHaveValue('9')
  for (const key of ['C', '7', '0']) await fox.getByRole('group').getByText(key, { exact: true }).click()
  await expect(screen.answer).toHaveValue('70')
  await expect(screen.answer).toBeFocused()

  await rival.answer(PROBLEMS)
  rival.finish()
  await fox.clock.fastForward(BATTLE_MS)
  await expect(screen.heading(messages.results.headline(2)[0])).toBeFocused()
  await tabTo(fox, messages.results.playAgain)
  await fox.keyboard.press('Enter')
  await expect(screen.lobby).toBeFocused()
  rival.close()
})
