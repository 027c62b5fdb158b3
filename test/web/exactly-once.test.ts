import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { startDevice } from './device.ts'
import type { Fault } from './faulty-server.ts'
import { drain } from './tab.ts'

const FAULTS: readonly (Fault | null)[] = [
  null,
  'drop_before',
  'drop_after',
  'unavailable',
  'too_many',
  'internal',
  'login_page',
  'login_redirect',
]

test('[OUT-2] whatever fails and whenever the page is reloaded, the real server counts time and scores once', async () => {
  const device = await startDevice({ addressCallsPerMinute: 1_000_000 })
  const action = fc.oneof(
    fc.record({ do: fc.constant('play' as const), seconds: fc.integer({ min: 1, max: 60 }) }),
    fc.record({ do: fc.constant('finish' as const), right: fc.integer({ min: 1, max: 2 }) }),
    fc.record({ do: fc.constantFrom('reload' as const, 'wait' as const, 'reroll' as const) }),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(action, { minLength: 1, maxLength: 15 }),
      fc.array(fc.constantFrom(...FAULTS), { maxLength: 25 }),
      async (actions, faults) => {
        device.network.nextFault = () => faults.shift() ?? null
        device.storage.removeItem('guestSession')
        let page = device.open()
        const { sessionToken } = page.deviceGuest.start()
        const done = { seconds: 0, problems: 0 }
        for (const [at, step] of actions.entries()) {
          if (step.do === 'play') {
            page.deviceGuest.addTimePlayed(step.seconds)
            done.seconds += step.seconds
          } else if (step.do === 'finish') {
            const { right } = step
            const id = `practice-${at}-of-this`
            const result = { id, score: right * 5, problemsSolved: right, correctAnswers: right }
            page.deviceGuest.recordScore({
              ...result,
              league: 'addition_facts',
              averageTime: 900,
              speedBonus: 0,
            })
            done.problems += right
          } else if (step.do === 'reroll') {
            page.deviceGuest.rerollNickname()
          } else {
            if (step.do === 'wait') await page.outbox.flush()
            device.clock.elapsedMs += 120_000
            page.outbox.stop()
            page = device.open()
          }
        }
        device.network.nextFault = () => null
        await drain(page.outbox, device.clock)
        page.outbox.stop()
        const day = await device.app.get(`/api/guest/session/${sessionToken}`)
        expect(day.json).toMatchObject({ timePlayedToday: done.seconds })
        const probe = { sessionToken, league: 'addition_facts', averageTime: 900, speedBonus: 0 }
        const answer = await device.app.post('/api/guest/score', {
          ...probe,
          score: 0,
          problemsSolved: 0,
          correctAnswers: 0,
        })
        expect(answer.json).toMatchObject({
          dailyScore: done.problems * 5,
          dailyProblemsSolved: done.problems,
        })
      },
    ),
    { numRuns: 40 },
  )
})
