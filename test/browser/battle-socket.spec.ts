import type { Page, Route, WebSocketRoute } from '@playwright/test'
import { messages } from '../../web/features/battle/messages.en.ts'
import { battleScreen, bePlayer, queueOf, withoutComputers } from './battle-screen.ts'
import { expect, test } from './fixtures.ts'

const SUBTRACTION = queueOf('addition_subtraction', 'subtraction')
/** The file of Socket.IO's client. */
const CLIENT = '**/assets/socket-client*'

const troubled = (page: Page) => page.getByText(messages.queue.troubled)

test('[PER-7] the lobby loads Socket.IO when it is idle, and opens no connection', async ({ page }) => {
  const connections: string[] = []
  page.on('websocket', ({ url }) => connections.push(url()))
  const loaded = page.waitForResponse(CLIENT)
  await page.goto('/battle')
  expect((await loaded).status()).toBe(200)
  await expect(battleScreen(page).lobby).toBeVisible()
  expect(connections).toEqual([])
})

test('[PER-7, BAT-82] if Socket.IO cannot be loaded, the queue says so and joins as soon as it can be', async ({
  page,
  watch,
}) => {
  watch.expectConsole(/net::ERR_FAILED/)
  await bePlayer(page, { nickname: 'SwiftFox42' })
  await withoutComputers(page)
  await page.route(CLIENT, (route) => route.abort())
  await page.goto(SUBTRACTION)
  await expect(page.getByText(messages.queue.connecting)).toBeVisible()
  await expect(troubled(page)).toBeVisible()
  await page.unroute(CLIENT)
  await expect(battleScreen(page).searching).toBeVisible()
})

test('[PER-7, BAT-82] a load of Socket.IO that hangs for 8 s counts as failed; if it ends later, the queue is joined', async ({
  page,
}) => {
  await bePlayer(page, { nickname: 'SwiftFox42' })
  const hanging: Route[] = []
  await page.route(CLIENT, (route) => void hanging.push(route))
  await page.clock.install()
  await page.goto(SUBTRACTION)
  await expect(page.getByText(messages.queue.connecting)).toBeVisible()
  await expect.poll(() => hanging.length).toBe(1)
  await page.clock.runFor(8000)
  await expect(troubled(page)).toBeVisible()
  for (const route of hanging) await route.continue()
  await expect(battleScreen(page).countdown).toBeVisible()
})

test('[PER-7, BAT-91] leaving the queue before Socket.IO is loaded opens no connection', async ({ page }) => {
  const connections: string[] = []
  page.on('websocket', ({ url }) => connections.push(url()))
  await bePlayer(page, { nickname: 'SwiftFox42' })
  const hanging: Route[] = []
  await page.route(CLIENT, (route) => void hanging.push(route))
  await page.goto(SUBTRACTION)
  await expect.poll(() => hanging.length).toBe(1)
  await battleScreen(page).leaveQueue.click()
  await expect(battleScreen(page).lobby).toBeVisible()
  const loaded = page.waitForResponse(CLIENT)
  for (const route of hanging) await route.continue()
  // Resolves after the page's own import, which was first.
  await page.evaluate((url) => import(url).then(() => undefined), (await loaded).url())
  expect(connections).toEqual([])
})

const polls = (page: Page) => page.waitForRequest(/transport=polling/)

test('[BAT-82] a WebSocket that opens and stays mute is followed by polling after one timeout, and a battle begins', async ({
  page,
}) => {
  await bePlayer(page, { nickname: 'SwiftFox42' })
  const mute: string[] = []
  await page.routeWebSocket(/socket\.io/, (socket) => void mute.push(socket.url()))
  await page.clock.install()
  await page.goto(SUBTRACTION)
  await expect.poll(() => mute.length).toBe(1)
  const polled = polls(page)
  // A connection may take 5 s, and the next attempt begins at most 0.6 s later.
  await page.clock.runFor(5600)
  await polled
  await expect(battleScreen(page).countdown).toBeVisible()
  expect(mute).toHaveLength(1)
})

test('[BAT-82] a WebSocket that is cut twice within a minute is followed by polling', async ({ page }) => {
  await bePlayer(page, { nickname: 'SwiftFox42' })
  await withoutComputers(page)
  const open: WebSocketRoute[] = []
  await page.routeWebSocket(/socket\.io/, (socket) => {
    socket.connectToServer()
    open.push(socket)
  })
  await page.goto(SUBTRACTION)
  await expect(battleScreen(page).searching).toBeVisible()
  await open[0]?.close()
  await expect.poll(() => open.length).toBe(2)
  await expect(battleScreen(page).searching).toBeVisible()
  const polled = polls(page)
  await open[1]?.close()
  await polled
  await expect(battleScreen(page).searching).toBeVisible()
  expect(open).toHaveLength(2)
})
