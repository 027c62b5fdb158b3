import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ScoreAnswer } from '../../../contract/guest.ts'
import { checkPracticeDay, newDay, type GuestSession } from '../../../domain/guest-day.ts'
import { findLeague } from '../../../domain/league.ts'
import type { Place } from '../../../domain/location.ts'
import { animalOf, generateNickname, generateUnusedNickname } from '../../../domain/nickname.ts'
import { practiceDay } from '../../../domain/practice-day.ts'
import { MAX_REPORT_SECONDS } from '../../generated/constants.ts'
import { saveScore } from '../../generated/guest-calls.ts'
import { warn } from '../../lib/log.ts'
import type { Outbox } from '../../lib/outbox.ts'
import { hasShape, isText } from '../../lib/shape.ts'
import type { DurableStore } from '../../lib/storage.ts'
import type { GuestContent } from './guest-outbox.ts'
import {
  chosenPlace,
  LAST_SCORE_KEY,
  newSessionToken,
  NO_PLACE,
  reviveChosenState,
  reviveNickname,
  reviveSession,
  SAVED_NICKNAME_KEY,
  SAVED_STATE_KEY,
  SESSION_KEY,
  storedState,
  withFactsShown,
  type ChosenState,
} from './identity.ts'

/** The answer to a score, with the id of the finished session. */
export type Scored = ScoreAnswer & { readonly id: string }

const hasId = hasShape({ id: isText })

function reviveScored(json: unknown): Scored | null {
  return saveScore.accepts(json) && hasId(json) ? json : null
}

export type GuestDay = { readonly lastActiveDate: string; readonly timePlayedToday: number }

export type GuestState = {
  readonly session: GuestSession | null
  /** Whether the nickname is kept beyond today (decisions §3: by a reroll or "keep my name"). */
  readonly nicknameKept: boolean
  /** The current practice day. */
  readonly today: string
  /** The server's answer to the last score it received. */
  readonly scored: Scored | null
}

/** A finished practice session, as the score call takes it. */
type FinishedSession = {
  /** The practice session's id: sent twice, even across a reload, it counts once. */
  readonly id: string
  readonly league: string
  readonly score: number
  readonly problemsSolved: number
  readonly correctAnswers: number
  /** Mean time of a problem in milliseconds. */
  readonly averageTime: number
  readonly speedBonus: number
}

export type GuestDependencies = {
  readonly store: DurableStore
  readonly outbox: Pick<Outbox<GuestContent>, 'add'>
  /** By the server's clock, as far as known. */
  readonly nowMs: () => number
  readonly random: () => number
  /** The player's day as the server has it; null if it has none or does not answer in time. Never rejects. */
  readonly fetchDay: (sessionToken: string) => Promise<GuestDay | null>
  /** The visitor's approximate place; null if unknown. Never rejects. */
  readonly locate: () => Promise<Place | null>
}

/** The guest on this device: the session in local storage, its practice day, and what is sent to the server for it. */
export class DeviceGuest {
  readonly state: StoreApi<GuestState>
  readonly #dependencies: GuestDependencies
  /** Seconds played since the day changed, while the server's answer about the day is pending. */
  #playedSinceTurn = 0
  #turning: Promise<void> | null = null
  /** The fraction of a second that the last time report left over. */
  #leftover = 0

  constructor(dependencies: GuestDependencies) {
    this.#dependencies = dependencies
    this.state = createStore<GuestState>(() => this.#readState())
  }

  /** Returns the session. If there is none, creates it at once; the server and the location lookup follow in the background. */
  start(): GuestSession {
    const present = this.state.getState().session
    if (present) return present
    const chosen = this.#chosenState()
    const session: GuestSession = {
      sessionToken: newSessionToken(),
      nickname: this.#keptNickname() ?? generateNickname(this.#dependencies.random),
      ...(chosen === null ? NO_PLACE : chosenPlace(chosen, NO_PLACE)),
      timePlayedToday: 0,
      lastActiveDate: this.#today(),
      factsShownToday: {},
    }
    this.#change(session)
    if (chosen === null) void this.#findPlace(session.sessionToken)
    return session
  }

  /** Generates another nickname, which is kept beyond today. Does nothing without a session. */
  rerollNickname(): void {
    const session = this.#latest()
    if (!session) return
    let nickname = session.nickname
    while (nickname === session.nickname) nickname = generateNickname(this.#dependencies.random)
    this.adoptNickname(nickname)
  }

  /** Takes a generated nickname, which is kept beyond today. Does nothing without a session. */
  adoptNickname(nickname: string): void {
    const session = this.#latest()
    if (!session) return
    this.#dependencies.store.write(SAVED_NICKNAME_KEY, nickname)
    this.#change({ ...session, nickname })
  }

  /**
   * Somebody else plays on this device from now on: with another token, nickname and animal. The place and the time played today
   * stay. Does nothing without a session.
   */
  changePlayer(): void {
    const session = this.#latest()
    if (!session) return
    this.#dependencies.store.remove(SAVED_NICKNAME_KEY)
    const nickname = generateUnusedNickname(this.#dependencies.random, [session.nickname])
    this.#change({ ...session, sessionToken: newSessionToken(), nickname, factsShownToday: {} })
  }

  /**
   * Sets the player's region by its country's code and its name on the boards. Both '' for none, which removes the whole place.
   * The choice is kept beyond today and takes precedence over location lookups. Does nothing without a session.
   */
  chooseState(country: string, state: string): void {
    const session = this.#latest()
    if (!session) return
    const chosen = { country, state }
    this.#dependencies.store.write(SAVED_STATE_KEY, storedState(chosen))
    this.#change({ ...session, ...chosenPlace(chosen, session) })
  }

  /** Keeps the current nickname beyond today. Does nothing without a session. */
  keepNickname(): void {
    const session = this.#latest()
    if (!session) return
    this.#dependencies.store.write(SAVED_NICKNAME_KEY, session.nickname)
    this.#save(session)
  }

  /** Notes which facts were shown in a league, so that others come first for the rest of the day. */
  recordShownFacts(league: string, factIds: readonly string[]): void {
    const session = this.#latest()
    if (session) this.#save(withFactsShown(session, league, factIds))
  }

  /** Adds seconds of practice to today and reports them to the server. Ignores values that are not positive numbers. */
  addTimePlayed(seconds: number): void {
    const session = this.#latest()
    if (!session || !(seconds > 0) || !Number.isFinite(seconds)) return
    let whole = Math.floor(seconds + this.#leftover)
    this.#leftover += seconds - whole
    if (session.lastActiveDate !== this.#today()) {
      this.#playedSinceTurn += whole
      // Starts before this report is sent, so that the server's answer does not include it.
      void this.checkDay()
    } else this.#save({ ...session, timePlayedToday: session.timePlayedToday + whole })
    for (; whole > 0; whole -= MAX_REPORT_SECONDS) {
      const content = { kind: 'time', seconds: Math.min(whole, MAX_REPORT_SECONDS) } as const
      this.#dependencies.outbox.add(session.sessionToken, content)
    }
  }

  /** Sends a finished session's score to the server. Sessions that are not of a league have no board and are not sent. */
  recordScore({ id, league, ...result }: FinishedSession): void {
    const session = this.#latest()
    const known = findLeague(league)
    if (!session || !known) return
    const { nickname, country, state } = session
    const body = { ...result, league: known.id, nickname, country, state }
    this.#dependencies.outbox.add(session.sessionToken, { kind: 'score', body }, id)
  }

  /** Stores the server's answer to a score, for all tabs. `id` is the finished session's. */
  recordScoreAnswer(id: string, answer: ScoreAnswer): void {
    const scored = { ...answer, id }
    this.#dependencies.store.write(LAST_SCORE_KEY, scored)
    this.state.setState({ scored })
  }

  /**
   * The new-day rule (specification §4, decisions §3): if the stored day is not today, asks the server, and adopts its data or
   * begins a new day. Resolves when that is done; play can go on meanwhile. Never rejects.
   */
  checkDay(): Promise<void> {
    this.reload()
    this.#turning ??= this.#turnDay().finally(() => {
      this.#turning = null
    })
    return this.#turning
  }

  /**
   * Adopts the server's time played today if it is higher, because only the server counts battles. Does not add them up: the
   * server's count includes all practice reports that have arrived. Never rejects.
   */
  async refreshTimePlayed(): Promise<void> {
    const before = this.#latest()
    if (!before || before.lastActiveDate !== this.#today()) return
    const server = await this.#dependencies.fetchDay(before.sessionToken)
    const session = this.#latest()
    if (!server || session?.sessionToken !== before.sessionToken) return
    const isSameDay = server.lastActiveDate === session.lastActiveDate
    if (!isSameDay || server.timePlayedToday <= session.timePlayedToday) return
    this.#save({ ...session, timePlayedToday: server.timePlayedToday })
  }

  /** Reads what another tab has written. */
  reload(): void {
    this.state.setState({ ...this.#readState(), session: this.#latest() })
  }

  async #turnDay(): Promise<void> {
    const stale = this.#latest()
    if (!stale || stale.lastActiveDate === this.#today()) return
    const server = await this.#dependencies.fetchDay(stale.sessionToken)
    let session = this.#latest()
    if (!session || session.sessionToken !== stale.sessionToken) return
    const today = this.#today()
    let turn = checkPracticeDay({ session, today, server })
    if (turn.kind === 'adopt') {
      session = turn.session
      // The server's day may be an older one, which is over too.
      turn = checkPracticeDay({ session, today, server })
    }
    if (turn.kind === 'new_day') {
      // The garden stays on the device, and its animal with it.
      const animal = animalOf(session.nickname)
      const nickname = this.#keptNickname() ?? generateNickname(this.#dependencies.random, animal)
      session = newDay(session, { today, sessionToken: newSessionToken(), nickname })
    }
    session = { ...session, timePlayedToday: session.timePlayedToday + this.#playedSinceTurn }
    this.#playedSinceTurn = 0
    this.#save(session)
    if (session.sessionToken !== stale.sessionToken) this.#sendSession(session)
  }

  async #findPlace(sessionToken: string): Promise<void> {
    const place = await this.#dependencies.locate()
    const session = this.#latest()
    if (!place || session?.sessionToken !== sessionToken || this.#chosenState() !== null) return
    this.#change({ ...session, ...place })
  }

  #change(session: GuestSession): void {
    this.#save(session)
    this.#sendSession(session)
  }

  #sendSession({ sessionToken, nickname, location, country, state }: GuestSession): void {
    this.#dependencies.outbox.add(sessionToken, {
      kind: 'session',
      body: { nickname, location, country, state },
    })
  }

  #save(session: GuestSession): void {
    if (!this.#dependencies.store.write(SESSION_KEY, session)) {
      warn('Failed to save the guest session to localStorage')
    }
    this.state.setState({ session, nicknameKept: this.#isKept(session), today: this.#today() })
  }

  /** The stored session, which another tab may have changed, or the one in memory if storage has lost it. */
  #latest(): GuestSession | null {
    return this.#stored() ?? this.state.getState().session
  }

  #stored(): GuestSession | null {
    return this.#dependencies.store.read(SESSION_KEY, (json) =>
      reviveSession(json, () => this.#keptNickname() ?? generateNickname(this.#dependencies.random)),
    )
  }

  #readState(): GuestState {
    const session = this.#stored()
    return {
      session,
      nicknameKept: session !== null && this.#isKept(session),
      today: this.#today(),
      scored: this.#dependencies.store.read(LAST_SCORE_KEY, reviveScored),
    }
  }

  #keptNickname(): string | null {
    return this.#dependencies.store.read(SAVED_NICKNAME_KEY, reviveNickname)
  }

  #chosenState(): ChosenState | null {
    return this.#dependencies.store.read(SAVED_STATE_KEY, reviveChosenState)
  }

  #isKept(session: GuestSession): boolean {
    return this.#keptNickname() === session.nickname
  }

  #today(): string {
    return practiceDay(this.#dependencies.nowMs())
  }
}

/**
 * Seconds of practice left today, at least 0; without any, no session starts (specification §5). Time played on an earlier day
 * does not count, even before the server has answered about the new day.
 */
export function remainingSeconds({ session, today }: GuestState, dailySeconds: number): number {
  const played = session?.lastActiveDate === today ? session.timePlayedToday : 0
  return Math.max(0, dailySeconds - played)
}
