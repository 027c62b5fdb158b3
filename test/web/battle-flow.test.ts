import { expect, test } from 'vitest'
import type { Entry } from '../../web/features/battle/battle-entry.ts'
import { entryHref, entryOf } from '../../web/features/battle/battle-entry.ts'
import { isPlaying, battleToSave } from '../../web/features/battle/flow-state.ts'
import { BATTLE_ID, counting, END, FOE, playing, QUEUE, queued, START, TYPE, visit } from './battle-visit.ts'

const JOIN = { name: 'join-battle-queue', type: TYPE }

test.each<[query: string, entry: Entry]>([
  ['', { to: 'lobby' }],
  ['division=addition_subtraction&type=addition', QUEUE],
  [
    'division=multiplication_division&type=mixed',
    { to: 'queue', type: { division: 'multiplication_division', preference: 'mixed' } },
  ],
  ['type=division', { to: 'queue', type: { division: 'multiplication_division', preference: 'division' } }],
  ['division=addition_subtraction', { to: 'picker', division: 'addition_subtraction' }],
  ['division=addition_subtraction&type=division', { to: 'picker', division: 'addition_subtraction' }],
  ['division=addition_subtraction&type=roots', { to: 'picker', division: 'addition_subtraction' }],
  ['division=roots&type=addition', { to: 'picker', division: null }],
  ['type=mixed', { to: 'picker', division: null }],
  ['division=__proto__&type=constructor', { to: 'picker', division: null }],
])('[BAT-81] the address ?%s leads to its entry', (query, entry) => {
  expect(entryOf(new URLSearchParams(query))).toEqual(entry)
})

test("[BAT-81] an entry's address leads back to it", () => {
  for (const query of ['', 'division=addition_subtraction', 'division=addition_subtraction&type=addition']) {
    const entry = entryOf(new URLSearchParams(query))
    expect(entryOf(new URL(entryHref(entry), 'http://a').searchParams)).toEqual(entry)
  }
})

test('[BAT-82] joins a queue when connected, and again after every reconnect', () => {
  const one = visit()
  one.step({ type: 'enter', entry: QUEUE })
  expect(one.flow()).toMatchObject({ stage: 'queue', position: null, search: { step: 'connecting' } })
  expect(one.sent()).toEqual([])
  one.step({ type: 'connected' })
  expect(one.sent()).toEqual([JOIN])
  one.receive('queue-joined', { position: 2 })
  expect(one.flow()).toMatchObject({ position: 2, search: { step: 'searching' } })
  one.step({ type: 'disconnected' })
  expect(one.flow()).toMatchObject({ position: null, search: { step: 'connecting', hasFailed: true } })
  one.step({ type: 'connected' })
  expect(one.sent()).toEqual([JOIN])
})

test('[BAT-83] requests a bot after 7 s without a match; without one the connection counts as dead, and a new one requests it', () => {
  const one = queued()
  one.pass(6999)
  expect(one.sent()).toEqual([])
  one.pass(1)
  const [asked, ...others] = one.sent()
  expect(asked).toMatchObject({ name: 'start-computer-battle', type: TYPE, botId: 'bot-4' })
  expect(others).toEqual([])
  expect(one.flow()).toMatchObject({ search: { step: 'matched' } })
  one.pass(3000)
  expect(one.sent()).toEqual([{ name: 'reconnect' }])
  expect(one.flow()).toMatchObject({ search: { step: 'connecting', hasFailed: true } })
  one.step({ type: 'connected' })
  expect(one.sent()).toEqual([asked])
  expect(one.flow()).toMatchObject({ search: { step: 'matched' } })
  one.receive('battle-countdown', { battleId: BATTLE_ID, countdownSeconds: 5, opponents: [FOE] })
  one.pass(3400)
  expect(one.sent()).toEqual([])
})

test.each([
  [0, 7000],
  [5600, 1400],
  [6500, 1000],
  [60_000, 1000],
])(
  '[BAT-83] connecting counts as waiting: after %i ms of it, a bot is requested %i ms later',
  (ms, later) => {
    const one = visit()
    one.step({ type: 'enter', entry: QUEUE })
    one.pass(ms)
    one.step({ type: 'connected' })
    one.sent()
    one.pass(later - 1)
    expect(one.sent()).toEqual([])
    one.pass(1)
    expect(one.sent()).toMatchObject([{ name: 'start-computer-battle' }])
  },
)

test('[BAT-82, BAT-85] shows a found match and getting ready for at least 0.6 s each, around the countdown', () => {
  const one = counting()
  const phase = () => {
    const flow = one.flow()
    return flow.stage === 'battle' ? flow.countdown?.phase : undefined
  }
  expect(phase()).toBe('found')
  one.pass(600)
  expect(phase()).toBe('found')
  one.pass(100)
  expect(phase()).toBe('counting')
  one.pass(300)
  for (const countdownSeconds of [4, 3, 2, 1]) {
    one.receive('battle-countdown', { battleId: BATTLE_ID, countdownSeconds, opponents: [FOE] })
    expect(one.flow()).toMatchObject({ countdown: { seconds: countdownSeconds, phase: 'counting' } })
    if (countdownSeconds > 1) one.pass(1000)
  }
  one.pass(400)
  expect(phase()).toBe('ready')
  one.pass(600)
  expect(phase()).toBe('ready')
  one.receive('battle-start', START)
  expect(one.flow()).toMatchObject({ play: { stage: 'active' } })
})

test('[BAT-82] an early countdown second does not cut a found match short', () => {
  const one = counting()
  one.pass(200)
  one.receive('battle-countdown', { battleId: BATTLE_ID, countdownSeconds: 4, opponents: [FOE] })
  expect(one.flow()).toMatchObject({ countdown: { seconds: 4, phase: 'found' } })
  one.pass(500)
  expect(one.flow()).toMatchObject({ countdown: { seconds: 4, phase: 'counting' } })
})

test('[BAT-84, BAT-85] the countdown follows the referee; after it the arena waits for its problems', () => {
  const one = counting()
  expect(one.flow()).toMatchObject({ stage: 'battle', countdown: { seconds: 5 }, opponents: [FOE] })
  one.receive('battle-countdown', { battleId: BATTLE_ID, countdownSeconds: 1, opponents: [FOE] })
  expect(one.flow()).toMatchObject({ countdown: { seconds: 1 } })
  one.pass(1600)
  expect(one.flow()).toMatchObject({ countdown: null, play: { stage: 'waiting' } })
  one.receive('battle-start', START)
  expect(one.flow()).toMatchObject({ play: { stage: 'active', index: 0 } })
})

test('[BAT-91] leaving a queue, a countdown or a battle notifies the referee; leaving the results does not', () => {
  for (const at of [queued(), counting(), playing()]) {
    at.sent()
    at.step({ type: 'enter', entry: { to: 'lobby' } })
    expect(at.sent()).toEqual([{ name: 'leave-battle-queue' }])
    expect(at.flow()).toEqual({ stage: 'lobby' })
  }
  const over = playing()
  over.receive('battle-end', END)
  over.step({ type: 'enter', entry: { to: 'lobby' } })
  expect(over.sent()).toEqual([])
})

test('[BAT-90, BAT-54] sends answers given while disconnected in order, once the referee has said what it has', () => {
  const one = playing()
  one.step({ type: 'disconnected' })
  one.pass(1000)
  one.step({ type: 'answer', value: 3 })
  one.pass(1000)
  one.step({ type: 'answer', value: 8 })
  expect(one.sent()).toEqual([])
  expect(one.flow()).toMatchObject({ play: { stage: 'active', index: 1, attempt: 'retry' } })
  one.step({ type: 'connected' })
  expect(one.sent()).toEqual([{ name: 'battle-ready', battleId: BATTLE_ID }])
  one.receive('battle-start', { ...START, duration: 57_000, problemIndex: 0, scores: [] })
  expect(one.sent()).toMatchObject([
    { name: 'battle-answer', problemIndex: 0, answer: 3 },
    { name: 'battle-answer', problemIndex: 1, answer: 8 },
  ])
})

const RECONNECT = { name: 'reconnect' }
const OWN_FIVE = [
  { nickname: 'SwiftFox42', score: 5, you: true },
  { nickname: 'KindOwl7', score: 0, you: false },
]
const FOES_FIVE = [
  { nickname: 'SwiftFox42', score: 0, you: true },
  { nickname: 'KindOwl7', score: 5, you: false },
]

test('[BAT-90, BAT-54] points without a score in 2.5 s mean a dead connection; a new one sends the answers', () => {
  const one = playing()
  one.pass(1000)
  one.step({ type: 'answer', value: 3 })
  one.receive('battle-score-update', { battleId: BATTLE_ID, scores: FOES_FIVE })
  one.sent()
  one.pass(2499)
  expect(one.sent()).toEqual([])
  expect(one.flow()).toMatchObject({ play: { link: 'live' } })
  one.pass(1)
  expect(one.sent()).toEqual([RECONNECT])
  expect(one.flow()).toMatchObject({ play: { stage: 'active', link: 'away' } })
  one.pass(10_000)
  expect(one.sent()).toEqual([])
  one.step({ type: 'connected' })
  one.receive('battle-start', { ...START, duration: 40_000, problemIndex: 0, scores: FOES_FIVE })
  expect(one.sent()).toMatchObject([{ name: 'battle-ready' }, { name: 'battle-answer', problemIndex: 0 }])
  one.pass(2500)
  expect(one.sent()).toEqual([RECONNECT])
})

test('[BAT-90, BAT-84] a missing countdown second, or a missing start, means a dead connection', () => {
  for (const seconds of [5, 1]) {
    const one = counting()
    one.receive('battle-countdown', { battleId: BATTLE_ID, countdownSeconds: seconds, opponents: [FOE] })
    one.pass(3499)
    expect(one.sent()).toEqual([])
    one.pass(1)
    expect(one.sent()).toEqual([RECONNECT])
    expect(one.flow()).toMatchObject({ play: { stage: 'waiting', link: 'away' } })
    one.step({ type: 'connected' })
    expect(one.sent()).toEqual([{ name: 'battle-ready', battleId: BATTLE_ID }])
    one.receive('battle-start', { ...START, duration: 57_000, problemIndex: 0, scores: [] })
    one.sent()
    one.pass(20_000)
    expect(one.sent()).toEqual([])
    expect(one.flow()).toMatchObject({ play: { stage: 'active', link: 'live' } })
  }
})

test('[BAT-90] the connection is alive if its own points come back, or no points were sent', () => {
  const right = playing()
  right.pass(1000)
  right.step({ type: 'answer', value: 3 })
  right.pass(2000)
  right.receive('battle-score-update', { battleId: BATTLE_ID, scores: OWN_FIVE })
  const [wrong, hasty] = [playing(), playing()]
  wrong.pass(1000)
  wrong.step({ type: 'answer', value: 4 })
  hasty.step({ type: 'answer', value: 3 })
  for (const one of [right, wrong, hasty]) {
    one.sent()
    one.pass(20_000)
    expect(one.sent()).toEqual([])
    expect(one.flow()).toMatchObject({ play: { link: 'live' } })
  }
})

test('[BAT-90, BAT-66] returning and asking for the result need a response too, or the connection counts as dead', () => {
  const back = playing()
  back.step({ type: 'disconnected' })
  back.step({ type: 'connected' })
  back.pass(2500)
  expect(back.sent()).toMatchObject([{ name: 'battle-ready' }, RECONNECT])
  const asking = playing()
  asking.pass(63_000)
  expect(asking.sent()).toMatchObject([{ name: 'battle-timeout' }, { name: 'battle-ready' }])
  asking.pass(2500)
  expect(asking.sent()).toEqual([RECONNECT])
  expect(asking.flow()).toMatchObject({ play: { stage: 'calculating', link: 'away' } })
})

test('[BAT-88] shows an early result after the calculating screen, and a later one at once', () => {
  const soon = playing()
  soon.pass(60_000)
  expect(soon.flow()).toMatchObject({ play: { stage: 'calculating' } })
  soon.receive('battle-end', END)
  soon.pass(900)
  expect(soon.flow()).toMatchObject({ play: { stage: 'calculating' } })
  soon.pass(100)
  expect(soon.flow()).toMatchObject({ play: { stage: 'ended', result: END } })
  const late = playing()
  late.pass(61_500)
  late.receive('battle-end', END)
  expect(late.flow()).toMatchObject({ play: { stage: 'ended', result: END } })
})

test('[BAT-61] after another tab takes over nothing happens here until the player resumes the battle', () => {
  const one = playing()
  one.receive('battle-error', { code: 'taken_over', message: '' })
  const stopped = one.flow()
  expect(stopped).toMatchObject({ stage: 'stopped', code: 'taken_over' })
  expect(isPlaying(stopped)).toBe(false)
  one.receive('battle-start', START)
  one.pass(70_000)
  expect(one.flow()).toBe(stopped)
  expect(one.sent()).toEqual([])
  if (stopped.stage !== 'stopped' || stopped.saved === null) throw new Error('Nothing saved')
  one.step({ type: 'resume', saved: stopped.saved, fallback: { to: 'lobby' } })
  one.step({ type: 'connected' })
  expect(one.sent()).toEqual([{ name: 'battle-ready', battleId: BATTLE_ID }])
})

test.each(['busy', 'draining', 'unknown_queue', 'internal'] as const)(
  '[BAT-14, BAT-65] a join rejected with %s stops with a way on',
  (code) => {
    const one = queued()
    one.receive('battle-error', { code, message: '' })
    expect(one.flow()).toEqual({ stage: 'stopped', code, type: TYPE, saved: null })
    one.step({ type: 'enter', entry: QUEUE })
    one.step({ type: 'connected' })
    expect(one.sent()).toEqual([JOIN])
  },
)

test('[BAT-108] a join rejected because the day’s time is used up leads to the lobby, which says so', () => {
  const one = queued()
  one.receive('battle-error', { code: 'no_time_left', message: '' })
  expect(one.flow()).toEqual({ stage: 'lobby', isTimeUp: true })
  expect(isPlaying(one.flow())).toBe(false)
  one.step({ type: 'enter', entry: { to: 'lobby' } })
  expect(one.flow()).toEqual({ stage: 'lobby' })
})

test('[BAT-65] a server that stops during the countdown says so, and the page does not wait for the battle', () => {
  const one = counting()
  one.receive('battle-error', { code: 'draining', message: '' })
  expect(one.flow()).toEqual({ stage: 'stopped', code: 'draining', type: TYPE, saved: null })
  const running = playing()
  running.receive('battle-error', { code: 'draining', message: '' })
  expect(running.flow()).toMatchObject({ stage: 'battle', play: { stage: 'active' } })
})

test('[BAT-65, BAT-89] only a battle that ends with problems left was cut short', () => {
  const cut = playing()
  cut.receive('battle-end', { ...END, immediate: true })
  expect(cut.flow()).toMatchObject({ play: { stage: 'ended' }, isCutShort: true })
  const [inTime, solved] = [playing(), playing()]
  inTime.receive('battle-end', END)
  for (const value of [3, 9]) solved.step({ type: 'answer', value })
  solved.receive('battle-end', { ...END, immediate: true })
  solved.pass(1000)
  for (const one of [inTime, solved]) {
    expect(one.flow()).toMatchObject({ play: { stage: 'ended' }, isCutShort: false })
  }
})

test('[BAT-62] a rejected event does not end a battle', () => {
  const one = playing()
  for (const code of ['too_many_events', 'bad_event', 'internal'] as const) {
    one.receive('battle-error', { code, message: '' })
  }
  expect(one.flow()).toMatchObject({ stage: 'battle', play: { stage: 'active' } })
})

test('[BAT-55] asks for a saved battle; if it is unknown, follows the address', () => {
  const saved = battleToSave(playing().flow())
  expect(saved).toEqual({ battleId: BATTLE_ID, opponents: [FOE], type: TYPE, secondTries: 0 })
  if (saved === null) return
  const resume = (fallback: Entry) => {
    const one = visit()
    one.step({ type: 'resume', saved, fallback })
    one.step({ type: 'connected' })
    expect(one.sent()).toEqual([{ name: 'battle-ready', battleId: BATTLE_ID }])
    return one
  }
  const running = resume({ to: 'lobby' })
  running.receive('battle-start', { ...START, duration: 9000, problemIndex: 1, scores: [] })
  expect(running.flow()).toMatchObject({ type: TYPE, play: { stage: 'active', index: 1 } })
  const counted = resume({ to: 'lobby' })
  counted.receive('battle-countdown', { battleId: BATTLE_ID, countdownSeconds: 3, opponents: [FOE] })
  expect(counted.flow()).toMatchObject({
    countdown: { seconds: 3 },
    play: { stage: 'waiting', link: 'live' },
  })
  const ended = resume({ to: 'lobby' })
  ended.receive('battle-end', END)
  expect(ended.flow()).toMatchObject({ play: { stage: 'ended', result: END } })
  const gone = resume({ to: 'picker', division: null })
  gone.receive('battle-error', { code: 'unknown_battle', message: '' })
  expect(gone.flow()).toMatchObject({ stage: 'result-lookup', stored: 'loading' })
  gone.step({ type: 'looked-up', battleId: 'battle-0002', stored: 'none' })
  expect(gone.flow()).toMatchObject({ stage: 'result-lookup', stored: 'loading' })
  gone.step({ type: 'looked-up', battleId: BATTLE_ID, stored: 'none' })
  expect(gone.flow()).toEqual({ stage: 'picker', division: null })
})
