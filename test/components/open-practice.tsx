import { practiceDay } from '../../domain/practice-day.ts'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, vi } from 'vitest'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { factsOfCategory } from '../../domain/category.ts'
import type { PersistedPractice } from '../../domain/practice-record.ts'
import { settingsFrom, type StudentSettings } from '../../domain/student-settings.ts'
import { DeviceLearning } from '../../web/features/learning/device-learning.ts'
import { messages } from '../../web/features/practice/messages.en.ts'
import type { PracticeCallbacks } from '../../web/features/practice/practice-run.ts'
import { Practice } from '../../web/features/practice/practice.tsx'
import { GUEST } from '../../web/lib/learning-key.ts'
import { nowMs } from '../../web/lib/now.ts'
import { setSoundOn } from '../../web/lib/sound.ts'
import { browserStore } from '../../web/lib/storage.ts'
import { TodaysTen } from '../../web/lib/todays-ten.ts'
import { recordTodaysTen } from '../../web/pages/record-todays-ten.ts'
import { solve } from '../factories/written-problem.ts'

export const FEEDBACK_MS = 2000
/** Session Complete is shown for so long. */
export const PROCESSING_MS = 2600
/** Long enough to paint a frame and run what waited for it. */
const FRAME_MS = 50

type Effect = Parameters<PracticeCallbacks['onEffect']>[0]

type Options = {
  readonly league?: string
  readonly durationSeconds?: number
  /** The rest of a guest's time for the day. */
  readonly leftSeconds?: number
  readonly mayStart?: () => boolean
  readonly announcement?: StoreApi<ReactNode>
  /** A student's, which are not the usual ones. */
  readonly settings?: Partial<StudentSettings>
}

/** Every test here begins with an empty browser and with time that only passes when it says so. */
export function eachInAnEmptyBrowser(): void {
  beforeEach(() => {
    vi.useFakeTimers()
    localStorage.clear()
    history.replaceState(null, '', '/practice')
    setSoundOn(true)
  })
  afterEach(() => {
    vi.restoreAllMocks()
    cleanup()
    vi.useRealTimers()
  })
}

export async function pass(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms))
}

/** Presses keys one after another, wherever the focus is. */
export function type(...keys: readonly string[]): void {
  for (const key of keys) fireEvent.keyDown(document.body, { key })
}

const button = (name: string): HTMLElement => screen.getByRole('button', { name })

export async function press(name: string): Promise<void> {
  fireEvent.click(button(name))
  await pass(FRAME_MS)
}

/** Puts a finger on a key of the keypad. */
export async function touch(name: string): Promise<void> {
  fireEvent.pointerDown(button(name))
  await pass(FRAME_MS)
}

/** Practice as a guest's page opens it, and what it has reported to that page. */
export function openPractice(options: Options = {}) {
  const { league = 'addition_facts', durationSeconds = null, leftSeconds = 600, settings } = options
  const effects: Effect[] = []
  const seconds: number[] = []
  const learning = new DeviceLearning(GUEST, { store: browserStore, nowMs })
  const ten = new TodaysTen(GUEST, { store: browserStore, today: () => practiceDay(nowMs()) })
  render(
    <Practice
      player={GUEST}
      sessionType={league}
      durationSeconds={durationSeconds}
      maxSeconds={() => leftSeconds}
      mayStart={options.mayStart ?? (() => true)}
      learning={learning}
      onEffect={(effect) => {
        effects.push(effect)
        if (effect.type === 'session_finished') recordTodaysTen(ten, effect.session, learning)
      }}
      onTimePracticed={(some) => seconds.push(some)}
      returnTo="/guest"
      ResultNote={() => null}
      announcement={options.announcement ?? createStore<ReactNode>(() => null)}
      dayFrames={ten.frames}
      companion={{ animal: 'fox', color: null }}
      {...(settings && { settings: () => settingsFrom(settings) })}
    />,
  )
  return { effects, seconds }
}

/** Closes the page and opens it again, as a reload does: only what the browser stores survives. */
export async function reload(options: Options = {}): Promise<ReturnType<typeof openPractice>> {
  act(() => void window.dispatchEvent(new Event('pagehide')))
  const kept = { ...localStorage }
  const entry: unknown = history.state
  cleanup()
  localStorage.clear()
  for (const [key, text] of Object.entries(kept)) localStorage.setItem(key, text)
  history.replaceState(entry, '')
  const opened = openPractice(options)
  await pass(FRAME_MS)
  return opened
}

type Choice = {
  readonly problems?: 10 | 20 | 50
  readonly time?: '2 minutes' | '5 minutes' | 'No clock'
  readonly visuals?: boolean
}

/** From setup to the first problem. */
export async function start({ problems = 10, time, visuals = false }: Choice = {}): Promise<void> {
  fireEvent.click(screen.getByRole('radio', { name: new RegExp(`^${problems}\\b`) }))
  if (time !== undefined) fireEvent.click(screen.getByRole('radio', { name: time }))
  if (visuals) fireEvent.click(screen.getByRole('switch', { name: messages.setup.visualModels }))
  await press(messages.setup.start)
}

export async function startPractice(options: Options & Choice = {}) {
  const opened = openPractice(options)
  await start(options)
  return opened
}

/** A browser that keeps a session which goes on at its first problem, of this fact; and goes on. */
export async function askedFirst(factId: string): Promise<void> {
  const sessionType = `${factId.split('-')[0] ?? ''}_facts`
  const kept: PersistedPractice = {
    currentSession: {
      id: String(Date.now()),
      sessionType,
      targetDuration: 120,
      hasClock: true,
      totalProblems: 10,
      startedAt: new Date().toISOString(),
      factIds: [factId],
      reasons: ['review'],
    },
    problemIndex: 0,
    responses: [],
    elapsedMs: 0,
    at: { stage: 'asking', attempt: 1, askedAtElapsedMs: 0, visualUsed: false, missed: null },
  }
  localStorage.setItem('practiceSession', JSON.stringify(kept))
  openPractice({ league: sessionType })
  await press(messages.interrupted.goOn)
}

/** The content of the screen, by role and text. */
export const here = {
  answerBox: (): HTMLInputElement => screen.getByRole('textbox', { name: messages.problem.answerLabel }),
  problem: (): { readonly text: string; readonly answer: number } => {
    const text = document.querySelector('#problem')?.textContent?.trim() ?? ''
    return { text, answer: solve(text) }
  },
  model: (): HTMLElement | null => screen.queryByRole('img', { name: /^A picture of / }),
  badge: (): string | null =>
    document.querySelector('.practice-points')?.textContent?.match(/\+\d/)?.[0] ?? null,
  done: (): string => screen.getByRole('img', { name: /problems done$/ }).getAttribute('aria-label') ?? '',
  clock: (): HTMLElement | null => screen.queryByText(/^\d:\d\d$/),
  dialog: (name: string): HTMLElement | null => screen.queryByRole('dialog', { name }),
  says: (text: string | RegExp): boolean => screen.queryAllByText(text, { exact: false }).length > 0,
  isChosen: (radio: string): boolean => screen.getByRole<HTMLInputElement>('radio', { name: radio }).checked,
  isAt: (heading: string): boolean => screen.queryByRole('heading', { name: heading }) !== null,
  /** The number next to a label on the results, such as `50` for Points. */
  result: (name: string): string | null =>
    screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent ?? null,
  button,
  within,
}

/** The practice session this browser keeps (specification §4). */
export function keptSession(): PersistedPractice {
  return JSON.parse(localStorage.getItem('practiceSession') ?? 'null') as PersistedPractice
}

export function keptFacts() {
  return keptSession().currentSession.factIds.flatMap((id) =>
    factsOfCategory('all').filter((fact) => fact.id === id),
  )
}

/** Types an answer and Enter. */
export async function give(value: number): Promise<void> {
  type(...String(value), 'Enter')
  await pass(FRAME_MS)
}

/** A wrong answer, and its feedback over unless it was the last chance. */
export async function miss(): Promise<void> {
  await give(here.problem().answer + 1)
}

export async function answerRightly(problems = 1): Promise<void> {
  for (let at = 0; at < problems; at += 1) await give(here.problem().answer)
}

/** Ends the session as asked, and waits for its results. */
export async function endSession(): Promise<void> {
  await press(messages.problem.end)
  await press(messages.paused.end)
  await pass(PROCESSING_MS)
}
