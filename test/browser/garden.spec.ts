import { childOf, classElsewhere, signIn } from './child.ts'
import { expect, test } from './fixtures.ts'

test('[GAR-8] a bed has one stop for Tab, the arrows move between its cells, and each tells what it is', async ({
  page,
  browser,
  server,
}) => {
  const made = await classElsewhere(browser, server.origin, ['Mia'])
  await signIn(page, made, childOf(made, 'Mia'))
  await page.goto('/me')
  const cell = (fact: string) =>
    page.getByRole('button', { name: `${fact}, soil: not tried yet`, exact: true })
  await cell('1 + 1').focus()
  await page.keyboard.press('ArrowDown')
  await expect(cell('3 + 1')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(cell('1 + 4')).toBeFocused()
  // On to the frame beside it, and to the one below.
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight')
  await expect(cell('1 + 6')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByText('This one isn’t planted yet.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(cell('1 + 6')).toBeFocused()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('[aria-label="Addition bed"]'))).toBeNull()
})

test('[SIN-9, GAR-9] the arrows move in the table, over what is no fact, and Tab leaves it', async ({
  page,
  browser,
  server,
}) => {
  const made = await classElsewhere(browser, server.origin, ['Mia'])
  await signIn(page, made, childOf(made, 'Mia'))
  await page.goto('/me')
  await page.getByRole('button', { name: 'View as table' }).click()
  const cell = (fact: string) => page.getByRole('button', { name: `${fact}: Not tried yet` })
  await cell('1 + 1 = 2').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await expect(cell('2 + 2 = 4')).toBeFocused()
  await page.keyboard.press('End')
  await expect(cell('2 + 12 = 14')).toBeFocused()
  for (let step = 0; step < 12; step += 1) await page.keyboard.press('ArrowDown')
  await expect(cell('8 + 12 = 20')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByText('It will come up in practice.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(cell('8 + 12 = 20')).toBeFocused()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('table') ?? null)).toBeNull()
})
