import { expect, test } from 'vitest'
import { messages } from '../../web/features/battle/messages.en.ts'
import { guestMessages } from '../../web/features/guest/messages.en.ts'
import { aboutMessages } from '../../web/pages/about-page.messages.en.ts'

const textsFor = (seconds: number): string[] => [
  messages.lobby.note(seconds),
  messages.queue.duration(seconds),
  messages.countdown.duration(seconds),
  guestMessages.arenaText(seconds),
  JSON.stringify(aboutMessages.sections({ name: 'Tenfold', operator: 'A School', battleSeconds: seconds })),
]

test('[BAT-96] a battle of the usual length shows the specified texts unchanged', () => {
  expect(textsFor(60).slice(0, 3)).toEqual([
    'Battles last 60 seconds, have 2-3 players, and use real-time scoring.',
    'duration 60 seconds',
    '60-second battle',
  ])
})

test('[BAT-96] every text with the length of a battle uses the setting', () => {
  for (const text of textsFor(1)) expect(text).toMatch(/\b1(-second\b| second\b)/)
  for (const text of textsFor(90)) {
    expect(text).toMatch(/\b90(-second\b| seconds\b)/)
    expect(text).not.toMatch(/60|[Ss]ixty/)
  }
})
