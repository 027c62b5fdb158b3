import { messages } from '../../web/features/battle/messages.en.ts'
import { battleScreen, bePlayer, queueOf, SHORT_BATTLES, withoutComputers } from '../browser/battle-screen.ts'
import { expect, test } from '../browser/fixtures.ts'

const ADDITION = queueOf('addition_subtraction', 'addition')

test.use({ serverSettings: SHORT_BATTLES })

test('[BAT-65, BAT-82] notifies waiting players, who have a way on; the page keeps trying to reach an unreachable arena', async ({
  page,
  server,
  watch,
}) => {
  watch.expectConsole(/WebSocket connection|ERR_CONNECTION_REFUSED|Failed to load resource/)
  await bePlayer(page, {})
  await withoutComputers(page)
  await page.goto(ADDITION)
  const screen = battleScreen(page)
  await expect(screen.searching).toBeVisible()
  await server.end('SIGTERM')
  await expect(screen.heading(messages.stopped.title('draining'))).toBeVisible()
  await screen.button(messages.stopped.again).click()
  await expect(page.getByText(messages.queue.connecting)).toBeVisible()
  await expect(page.getByText(messages.queue.troubled)).toBeVisible()
  await server.start()
  await expect(screen.searching).toBeVisible()
})
