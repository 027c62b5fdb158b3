import { createStore, type StoreApi } from 'zustand/vanilla'
import type { InputType } from '../../../domain/learning/entry-time.ts'
import type { DayNumber, LearningMemory } from '../../../domain/learning/memory.ts'
import {
  nextDeadlineMs,
  practicedMs,
  type PracticeEffect,
  type PracticeEvent,
  type PracticeSession,
  type PracticeState,
} from '../../../domain/practice-state.ts'
import { step } from '../../../domain/practice.ts'
import type { SessionLength } from '../../../domain/session-length.ts'
import {
  noFrames,
  openMarks,
  TODAYS_TEN,
  type DayFrames,
  type ProgressMark,
} from '../../../domain/todays-ten.ts'
import type { StudentSettings } from '../../../domain/student-settings.ts'
import { warn } from '../../lib/log.ts'
import { PRACTICE_KEY } from '../../lib/practice-key.ts'
import { isSoundOn, playSound, setSoundOn } from '../../lib/sound.ts'
import { addCharacter, answerValue, keepAnswerCharacters, removeLastCharacter } from './answer-input.ts'
import { messages } from './messages.en.ts'
import { rememberGrowth } from './grown-store.ts'
import { chooseRace, lastPace, PaceMeter, type Pace } from './race.ts'
import {
  NO_NOTES,
  type PracticeNotes,
  restoreOnLoad,
  restorePractice,
  savePractice,
} from './practice-storage.ts'
import {
  draftAfter,
  isReady,
  isRunning,
  sessionOf,
  type PauseReason,
  type PracticeView,
} from './practice-view.ts'
import { RunLearning, type Learning } from './run-learning.ts'
import { steadyNowMs } from '../../lib/now.ts'

/** Decisions §5: time practiced is reported every 15 s and at the end. */
const REPORT_EVERY_SECONDS = 15

/** A child who does nothing for so long is not there: the rest of the wait is not practice. */
const NOBODY_THERE_MS = 60_000

/** Within this time, the second tap on Submit, or a second Enter, does not skip the answer that has just been shown. */
const DOUBLE_MS = 500

const BLANK = { draft: '', notANumber: false, pausedFor: null } as const

/** Events that practice reports to the page that contains it. */
export type PracticeCallbacks = {
  /** The player, to keep apart the missed facts of different children on one device. */
  readonly player: string
  readonly learning: Learning
  /** The ten-frames that sets of Today's ten fill. */
  readonly dayFrames: () => DayFrames
  /** Told of each effect but sounds, once and in order, before the browser keeps the state that it led to. */
  readonly onEffect: (effect: Exclude<PracticeEffect, { type: 'sound' }>) => void
  /** Whole seconds; each is reported once. */
  readonly onTimePracticed: (seconds: number) => void
  /** Told of every state. */
  readonly onState?: (state: PracticeState) => void
  /** A student's settings. */
  readonly settings?: () => StudentSettings
}

/** One practice on one page: holds the state, takes what the child does, and lets time pass. */
export class PracticeRun {
  readonly view: StoreApi<PracticeView>
  #callbacks: PracticeCallbacks | null = null
  #settings: StudentSettings | undefined
  #notes: PracticeNotes
  #wake: ReturnType<typeof setTimeout> | undefined
  /** When the child last did something. */
  #activeAtMs = 0
  #revealedAtMs = -Infinity
  readonly #learning = new RunLearning()
  readonly #pace = new PaceMeter()
  #saves = true
  /** Whether the session stored in this browser is this page's own, which it may change and delete. */
  #keeps: boolean

  constructor() {
    const { state, notes } = restoreOnLoad()
    this.#notes = notes
    this.#keeps = state.stage !== 'setup'
    this.view = createStore<PracticeView>(() => ({ ...BLANK, state, showVisual: notes.showVisual }))
    if (sessionOf(state) && !notes.soundEnabled) setSoundOn(false)
  }

  get #state(): PracticeState {
    return this.view.getState().state
  }

  /** Sets whom events are reported to from now on. */
  setCallbacks(callbacks: PracticeCallbacks): void {
    this.#callbacks = callbacks
    this.#learning.setPlayer(callbacks.learning)
    const before = this.#settings?.pictures
    this.#settings = callbacks.settings?.()
    const { pictures } = this.#settings ?? {}
    if (before !== pictures && [before, pictures].includes('always')) this.setShowVisual(before !== 'always')
  }

  /** What the child knows now. */
  memory = (): LearningMemory | null => this.#learning.memory(this.#state)

  day = (): DayNumber | null => this.#learning.day()

  /** The pace of the player's last session of a type. */
  lastPace = (sessionType: string): Pace => lastPace(this.#callbacks?.player ?? '', sessionType)

  /** The marks that were in the day's frame before this session. */
  marksBefore = (): readonly ProgressMark[] =>
    sessionOf(this.#state)?.sessionType === TODAYS_TEN
      ? openMarks(this.#callbacks?.dayFrames() ?? noFrames(''))
      : []

  /** Begins a session of which each answer decides what comes next. */
  begin(sessionType: string, totalProblems: number, length: SessionLength): void {
    const first = this.#learning.first(sessionType, totalProblems)
    if (!first) return
    const [facts, reasons] = [[first.fact], [first.reason]]
    this.send({ type: 'start', sessionType, totalProblems, ...length, facts, reasons })
  }

  /** Lets time pass; a page that is hidden or left is paused and reported. Returns what ends it. */
  start(): () => void {
    const onLeave = (): void => {
      this.send({ type: 'pause' })
      this.#report(1)
      this.#save()
    }
    const whenHidden = (): void => {
      if (document.visibilityState === 'hidden') onLeave()
    }
    chooseRace(false)
    window.addEventListener('pagehide', onLeave)
    window.addEventListener('storage', this.#whenStored)
    document.addEventListener('visibilitychange', whenHidden)
    this.#follow()
    return () => {
      window.removeEventListener('pagehide', onLeave)
      window.removeEventListener('storage', this.#whenStored)
      document.removeEventListener('visibilitychange', whenHidden)
      if (this.#state.stage === 'complete') this.send({ type: 'reset' })
      onLeave()
      clearTimeout(this.#wake)
    }
  }

  send = (event: PracticeEvent, nowMs = steadyNowMs()): void => {
    if (event.type !== 'tick') this.#activeAtMs = nowMs
    const before = this.view.getState()
    const next = step(before.state, event, nowMs, this.#learning.choose)
    let { state } = next
    if (state === before.state) return
    this.#learning.answered(before.state, state)
    if (event.type === 'answer' && state.stage === 'revealed') this.#revealedAtMs = nowMs
    if (sessionOf(state)?.id !== sessionOf(before.state)?.id) this.#leaveSession()
    // Starting over turns the sound on again (specification §4).
    if (event.type === 'reset' && before.state.stage === 'interrupted') setSoundOn(true)
    if (before.showVisual && state.stage === 'asking' && !state.visualUsed) {
      state = step(state, { type: 'show_visual' }, nowMs).state
    }
    this.view.setState({ state, notANumber: false, pausedFor: null, draft: draftAfter(before, state) })
    this.#follow(next.effects)
  }

  /** Goes on from the answer that is shown. */
  goOn = (): void => {
    if (steadyNowMs() - this.#revealedAtMs >= DOUBLE_MS) this.send({ type: 'continue' })
  }

  pauseFor = (pausedFor: PauseReason, atMs?: number): void => {
    this.send({ type: 'pause' }, atMs)
    this.view.setState({ pausedFor })
  }

  /**
   * Submits the typed text, or reports that it is not a whole number. Does nothing while it is empty or feedback is showing.
   */
  submit = (): void => {
    const { state, draft } = this.view.getState()
    const value = answerValue(draft)
    if (value !== null) {
      const entryMs = this.#learning.entryMs(state)
      this.send({ type: 'answer', value, entryMs, timeFactor: this.#settings?.timeFactor })
    } else if (isReady(state, draft)) this.view.setState({ notANumber: true })
  }

  type = (character: string): void => this.setDraft(addCharacter(this.view.getState().draft, character))
  /** As `type`, by the keypad on the screen. */
  press = (digit: string): void => {
    const input = matchMedia('(pointer: coarse)').matches ? 'touch' : 'keypad'
    this.setDraft(addCharacter(this.view.getState().draft, digit), input)
  }
  backspace = (): void => this.setDraft(removeLastCharacter(this.view.getState().draft))
  clear = (): void => this.setDraft('')

  /** Takes over the text of the answer box; ignored unless an answer is awaited. */
  setDraft = (text: string, input: InputType = 'keyboard'): void => {
    const { state, draft: before } = this.view.getState()
    const draft = keepAnswerCharacters(text)
    if (state.stage !== 'asking' || state.clock.runningSinceMs === null || draft === before) return
    this.#activeAtMs = steadyNowMs()
    if (draft !== '') this.#learning.typed(state, input, steadyNowMs())
    this.view.setState({ draft, notANumber: false })
  }

  setShowVisual = (showVisual: boolean): void => {
    this.#notes = { ...this.#notes, showVisual }
    this.view.setState({ showVisual })
    if (showVisual) this.send({ type: 'show_visual' })
    this.#save()
  }

  /**
   * Another tab continued, started or ended the session: the tab that acted last plays, and this one offers the stored session.
   */
  #whenStored = ({ key }: StorageEvent): void => {
    if (key !== PRACTICE_KEY || !('clock' in this.#state)) return
    const { state: kept, notes } = restorePractice()
    this.#notes = notes
    this.#keeps = kept.stage === 'interrupted'
    clearTimeout(this.#wake)
    // What has ended there has its results there.
    const state: PracticeState = this.#keeps ? kept : { stage: 'setup' }
    this.view.setState({ ...BLANK, state, showVisual: notes.showVisual })
    this.#follow()
  }

  /** Reports the time practiced before the session is discarded. */
  #leaveSession(): void {
    this.#report(1)
    this.#notes = { ...NO_NOTES, showVisual: this.view.getState().showVisual }
  }

  /** Does what follows a change of state: effects, reports, storage, and the next wake-up. */
  #follow(effects: readonly PracticeEffect[] = []): void {
    for (const effect of effects) {
      if (effect.type === 'session_finished') this.#finished(effect.session)
      if (effect.type === 'sound') playSound(effect.sound)
      else this.#callbacks?.onEffect(effect)
    }
    this.#report(isRunning(this.#state) ? REPORT_EVERY_SECONDS : 1)
    this.#pace.note(this.#state)
    this.#callbacks?.onState?.(this.#state)
    this.#save()
    this.#plan()
    this.#learning.prepare(this.#state)
  }

  #finished(session: PracticeSession): void {
    const growth = this.#learning.finished(session)
    if (growth) rememberGrowth(session.id, growth)
    if (!this.#callbacks) return
    this.#pace.finished(this.#callbacks.player, session)
  }

  /** Tells the seconds practiced since the last report, when there are at least that many. */
  #report(leastSeconds: number): void {
    const seconds = Math.floor(practicedMs(this.#state, steadyNowMs()) / 1000) - this.#notes.reportedSeconds
    if (seconds < leastSeconds) return
    this.#notes = { ...this.#notes, reportedSeconds: this.#notes.reportedSeconds + seconds }
    this.#callbacks?.onTimePracticed(seconds)
  }

  #save(): void {
    const { stage } = this.#state
    // Nothing changes before the child has chosen, and this page must not delete another tab's session.
    if (stage === 'interrupted' || (stage === 'setup' && !this.#keeps)) return
    this.#keeps = stage !== 'setup'
    this.#notes = { ...this.#notes, soundEnabled: isSoundOn() }
    const saved = savePractice({ state: this.#state, notes: this.#notes }, steadyNowMs())
    if (!saved && this.#saves) warn(messages.warnings.save)
    this.#saves = saved
  }

  /** Wakes when a tick changes something, or the next report is due. */
  #plan(): void {
    clearTimeout(this.#wake)
    const state = this.#state
    const nowMs = steadyNowMs()
    const deadlines = [nextDeadlineMs(state, nowMs) ?? Infinity]
    if (isRunning(state)) {
      const reportAtMs = (this.#notes.reportedSeconds + REPORT_EVERY_SECONDS) * 1000
      // At least a second, because the time practiced may stand still just before the next report.
      const reportInMs = Math.max(1000, reportAtMs - practicedMs(state, nowMs))
      deadlines.push(nowMs + reportInMs, this.#activeAtMs + NOBODY_THERE_MS)
    }
    const nextMs = Math.min(...deadlines)
    if (nextMs === Infinity) return
    this.#wake = setTimeout(this.#passTime, Math.max(1, Math.ceil(nextMs - nowMs)))
  }

  readonly #passTime = (): void => {
    const nobodyThereAtMs = this.#activeAtMs + NOBODY_THERE_MS
    // Paused as of then: after a night with a closed lid, this comes late.
    if (isRunning(this.#state) && steadyNowMs() >= nobodyThereAtMs)
      this.pauseFor('nobody_there', nobodyThereAtMs)
    else this.send({ type: 'tick' })
    this.#follow()
  }
}
