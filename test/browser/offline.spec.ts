import { messages as battleMessages } from '../../web/features/battle/messages.en.ts'
import { gardenMessages } from '../../web/features/garden/messages.en.ts'
import { withAnyNumber } from './any-number.ts'
import { boardMessages } from '../../web/features/leaderboard/messages.en.ts'
import { messages as practiceMessages } from '../../web/features/practice/messages.en.ts'
import { boards } from './boards.ts'
import { startFirstSet } from './guest.ts'
import { expect } from './fixtures.ts'
import { NETWORK, test, waitForWorker } from './kept-browser.ts'
import {
  answerMany,
  endSession,
  openSetup,
  practiceScreen,
  readProblem,
  resultOf,
  start,
  typeAnswer,
  wrongFor,
} from './practice-screen.ts'

test.use({ serverSettings: { OFFLINE_PLAY: 'on' } })

test('[APP-2, APP-3, APP-7] after one visit a guest can play without the server in a restarted browser, and it counts once', async ({
  device,
  server,
  watch,
}) => {
  watch.expectConsole(NETWORK)
  const first = await device.open()
  await first.goto('/guest')
  await waitForWorker(first)
  await device.close()
  await server.end('SIGTERM')

  const page = await device.open()
  const screen = practiceScreen(page)
  await startFirstSet(page)
  await expect(screen.problem).toBeVisible()
  await endSession(page)
  await openSetup(page, { league: 'division_facts' })
  await start(page, { visuals: true })
  await typeAnswer(page, wrongFor(await readProblem(page)))
  await expect(screen.model).toBeVisible()
  await endSession(page)
  await openSetup(page)
  await start(page)
  await answerMany(page, 10, 10)
  await expect(resultOf(page, practiceMessages.results.points)).toHaveText('50')
  await page.goto('/garden')
  await expect(
    page.getByRole('listitem').filter({ hasText: withAnyNumber(gardenMessages.grown.sprouts(2)) }),
  ).toBeVisible()
  await page.goto('/leaderboard')
  await expect(page.getByText(boardMessages.needsInternet)).toBeVisible()
  await page.goto('/battle?type=addition&division=addition_subtraction')
  await expect(page.getByText(battleMessages.queue.troubled)).toBeVisible()

  await server.start()
  await page.goto('/leaderboard-individual')
  await expect(boards(page).rows).toContainText([/50/])
  await page.reload()
  await expect(boards(page).rows).toContainText([/50/])
})
