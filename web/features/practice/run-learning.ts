import { growthBetween, type Growth } from '../../../domain/garden.ts'
import type { Choice, FactNumbers } from '../../../domain/learning/choose.ts'
import {
  afterEntry,
  entryMs,
  INPUT_TYPES,
  UNKNOWN_ENTRY,
  type EntrySample,
  type EntryTime,
  type InputType,
} from '../../../domain/learning/entry-time.ts'
import type { DayNumber, LearningMemory } from '../../../domain/learning/memory.ts'
import {
  chooseAhead,
  choosing,
  chosenFor,
  memoryAfterSession,
  nextOf,
  type ChosenAhead,
  type SessionChooser,
} from '../../../domain/learning/session-choice.ts'
import { elapsedOf } from '../../../domain/practice-clock.ts'
import type { ChooseNext, PracticeSession, PracticeState } from '../../../domain/practice-state.ts'
import { currentFact } from './practice-view.ts'

type Entered = { readonly input: InputType; readonly sample: EntrySample }

/** What this device knows about the player. */
export type Learning = {
  /** As of the last finished session. */
  readonly memory: () => LearningMemory
  readonly day: () => DayNumber
  readonly entryTime: (input: InputType) => EntryTime
  readonly learn: (session: PracticeSession) => void
  readonly noteEntries: (entered: readonly Entered[]) => void
  /** The facts of a session of this type, if not those of its category. */
  readonly only?: (sessionType: string) => FactNumbers | undefined
}

/**
 * The player's data as of the beginning of a session. It is read from storage once, because reading it again would delay the next
 * problem. The id is null until the session has started.
 */
type Begun = {
  readonly sessionId: string | null
  readonly sessionType: string
  readonly chooser: SessionChooser
  readonly entries: Map<InputType, EntryTime>
}

/** What follows the problem at `index`, for each possible outcome. */
type Ahead = { readonly sessionId: string; readonly index: number; readonly chosen: ChosenAhead }

/** Chooses the problems of a run by what the child knows, and measures how long answers take to enter. */
export class RunLearning {
  #learning: Learning | null = null
  #begun: Begun | null = null
  #ahead: Ahead | null = null
  #input: InputType = 'keyboard'
  /** From the problem to the first key of its answer. */
  #firstKeyMs: number | null = null
  #entered: Entered[] = []
  /** How many items of `#entered` are already included in `entries`. */
  #counted = 0

  /** Whose practice it is from now on. */
  setPlayer(learning: Learning): void {
    this.#learning = learning
  }

  /** What the child knows now, including the current session. */
  memory(state: PracticeState): LearningMemory | null {
    if (!('clock' in state)) return this.#learning?.memory() ?? null
    const chooser = this.#chooserOf(state.session)
    return chooser && memoryAfterSession(chooser, state.session.answered)
  }

  /** The first problem of a session that is about to begin; null before `setPlayer`. */
  first(sessionType: string, totalProblems: number): Choice | null {
    this.#begun = this.#begin(sessionType, null)
    const chooser = this.#begun?.chooser
    return chooser ? nextOf(chooser, { sessionType, totalProblems, reasons: [], answered: [] }) : null
  }

  choose: ChooseNext = (session, index) => {
    const ahead = this.#ahead
    const answer = session.answered.at(-1)
    if (answer && ahead?.sessionId === session.id && ahead.index === index) {
      const chosen = chosenFor(ahead.chosen, answer)
      if (chosen) return chosen
    }
    const chooser = this.#chooserOf(session)
    return chooser ? choosing(chooser)(session, index) : []
  }

  /** Computes the next choices ahead, between two answers, so that they do not delay the next problem. */
  prepare(state: PracticeState): void {
    if (state.stage !== 'asking' || state.attempt > 1) return
    const { session, index } = state
    if (this.#ahead?.sessionId === session.id && this.#ahead.index === index) return
    const begun = this.#begunFor(session)
    if (begun === null) return
    this.#countEntered(begun)
    const { chooser } = begun
    this.#ahead = { sessionId: session.id, index, chosen: chooseAhead(chooser, session, index) }
  }

  /** Call on each key: the first one of a problem shows how long reading it took. */
  typed(state: PracticeState, input: InputType, nowMs: number): void {
    if (state.stage !== 'asking' || state.attempt > 1 || this.#firstKeyMs !== null) return
    this.#input = input
    this.#firstKeyMs = elapsedOf(state.clock, nowMs) - state.askedAtElapsedMs
  }

  /** How long this child needs to read the current problem and type its answer, or that many keys, in milliseconds. */
  entryMs(state: PracticeState, keys = digitsOf(state)): number {
    const begun = 'clock' in state ? this.#begunFor(state.session) : null
    if (begun === null) return 0
    // Includes what was measured in this session.
    this.#countEntered(begun)
    return entryMs(begun.entries.get(this.#input) ?? UNKNOWN_ENTRY, keys)
  }

  #countEntered({ entries }: Begun): void {
    for (const { input, sample } of this.#entered.slice(this.#counted))
      entries.set(input, afterEntry(entries.get(input) ?? UNKNOWN_ENTRY, sample))
    this.#counted = this.#entered.length
  }

  /** Call on each change of state: a right first attempt shows how long entering takes. */
  answered(before: PracticeState, after: PracticeState): void {
    const answer = 'session' in after ? after.session.answered.at(-1) : undefined
    const isOver = 'session' in before && answer !== undefined && !before.session.answered.includes(answer)
    if (isOver && answer.correct && answer.attempts === 1 && this.#firstKeyMs !== null) {
      const [firstKeyMs, keys] = [this.#firstKeyMs, digitsOf(before)]
      this.#entered.push({ input: this.#input, sample: { firstKeyMs, totalMs: answer.responseTimeMs, keys } })
    }
    if (isOver) this.#firstKeyMs = null
  }

  /** The current practice day; null before `setPlayer`. */
  day(): DayNumber | null {
    return this.#learning?.day() ?? null
  }

  /** Stores a finished session and returns what grew in it. */
  finished(session: PracticeSession): Growth | null {
    const learning = this.#learning
    if (!learning) return null
    learning.noteEntries(this.#entered.splice(0))
    this.#counted = 0
    const before = learning.memory()
    learning.learn(session)
    return growthBetween(before, learning.memory())
  }

  #chooserOf(session: PracticeSession): SessionChooser | null {
    return this.#begunFor(session)?.chooser ?? null
  }

  #begunFor({ id, sessionType }: PracticeSession): Begun | null {
    const begun = this.#begun
    if (begun?.sessionId === id) return begun
    const isJustBegun = begun?.sessionId === null && begun.sessionType === sessionType
    this.#begun = isJustBegun ? { ...begun, sessionId: id } : this.#begin(sessionType, id)
    return this.#begun
  }

  #begin(sessionType: string, sessionId: string | null): Begun | null {
    const learning = this.#learning
    if (learning === null) return null
    this.#counted = 0
    const chooser = {
      memory: learning.memory(),
      day: learning.day(),
      random: Math.random,
      only: learning.only?.(sessionType),
    }
    const entries = new Map(INPUT_TYPES.map((input) => [input, learning.entryTime(input)]))
    return { sessionId, sessionType, chooser, entries }
  }
}

function digitsOf(state: PracticeState): number {
  return String(currentFact(state)?.answer ?? 0).length
}
