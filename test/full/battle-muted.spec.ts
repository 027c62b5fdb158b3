import { openCutLine } from '../browser/battle-line.ts'
import { foxAndOwl, giveRight, queueOf, resultRows, SHORT_BATTLES } from '../browser/battle-screen.ts'
import { expect, test } from '../browser/fixtures.ts'

test.use({ sharedSettings: SHORT_BATTLES })

const SUBTRACTION = queueOf('addition_subtraction', 'subtraction')

test('[BAT-82, BAT-54] where a WebSocket goes mute after the last answer, the player asks for the result by polling', async ({
  browser,
  server,
}) => {
  const line = await openCutLine(server.origin)
  const { fox, foxes, owls, close } = await foxAndOwl(browser, SUBTRACTION, server.origin, line.origin)
  await expect(foxes.answer).toBeFocused()
  await giveRight(fox)
  await expect(owls.race).toHaveAccessibleName(/you 0, SwiftFox42 [35]/)
  const polled = fox.waitForRequest(/transport=polling/)
  line.muteWebSockets()
  await polled
  await expect(resultRows(fox)).toHaveText([/SwiftFox42.*You.*1 problem answered/, /KindOwl7/])
  await close()
  await line.close()
})
