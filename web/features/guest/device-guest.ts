import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ScoreAnswer } from '../../../contract/guest.ts'
import { dayTurn, newDay, type GuestSession } from '../../../domain/guest-day.ts'
import { findLeague } from '../../../domain/league.ts'
import type { Place } from '../../../domain/location.ts'
import { generateNickname } from '../../../domain/nickname.ts'
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
  keptState,
  LAST_SCORE_KEY,
  newSessionToken,
  NOWHERE,
  reviveChosenState,
  reviveNickname,
  reviveSession,
  SAVED_NICKNAME_KEY,
  SAVED_STATE_KEY,
  SESSION_KEY,
  withFactsShown,
  type ChosenState,
} from './identity.ts'

/** The answer to a score, with the id of the finished session. */
export type Scored = ScoreAnswer & { readonly id: string }

const hasId = hasShape({ id: isText })

/** A kept answer to a score, or null when it is none. */
function reviveScored(json: unknown): Scored | null {
  return saveScore.accepts(json) && hasId(json) ? json : null
}

export type GuestDay = { readonly lastActiveDate: string; readonly timePlayedToday: number }

export type GuestState = {
  readonly session: GuestSession | null
  /** Whether the nickname outlives the day (decisions §3: a reroll, or "keep my name"). */
  readonly nicknameKept: boolean
  /** The practice day now. */
  readonly today: string
  /** What the server said of the score it heard of last. */
  readonly scored: Scored | null
}

/** One finished practice session, as the score call takes it. */
type FinishedSession = {
  /** The practice session's own id: told twice, also across a reload, it counts once. */
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
  /** By the server's clock as far as it is known. */
  readonly nowMs: () => number
  readonly random: () => number
  /** What the server knows of the player's day; null when it knows nothing or cannot be asked in time. Never rejects. */
  readonly askDay: (sessionToken: string) => Promise<GuestDay | null>
  /** Where the visitor roughly is; null when that is not known. Never rejects. */
  readonly locate: () => Promise<Place | null>
}

/** Who plays on this device: the session in the browser's storage, its day, and what the server is told of it. */
export class DeviceGuest {
  readonly state: StoreApi<GuestState>
  readonly #using: GuestDependencies
  /** Played since the day turned, while the server is still being asked about it; seconds. */
  #playedSinceTurn = 0
  #turning: Promise<void> | null = null
  /** The part of a second that the last time report left over. */
  #leftover = 0

  constructor(using: GuestDependencies) {
    this.#using = using
    this.state = createStore<GuestState>(() => this.#readState())
  }

  /** Makes the session at once and returns it; server and location follow when they can. Keeps one that is there. */
  start(): GuestSession {
    const present = this.state.getState().session
    if (present) return present
    const chosen = this.#chosenState()
    const session: GuestSession = {
      sessionToken: newSessionToken(),
      nickname: this.#keptNickname() ?? generateNickname(this.#using.random),
      ...(chosen === null ? NOWHERE : chosenPlace(chosen, NOWHERE)),
      timePlayedToday: 0,
      lastActiveDate: this.#today(),
      factsShownToday: {},
    }
    this.#change(session)
    if (chosen === null) void this.#findPlace(session.sessionToken)
    return session
  }

  /** Another generated name; it is kept from now on. Does nothing without a session. */
  rerollNickname(): void {
    const session = this.#latest()
    if (!session) return
    let nickname = session.nickname
    while (nickname === session.nickname) nickname = generateNickname(this.#using.random)
    this.#using.store.write(SAVED_NICKNAME_KEY, nickname)
    this.#change({ ...session, nickname })
  }

  /**
   * The player's own region by its country's code and its name on the boards, both '' for none, and then no place at all. It
   * stands from now on, on the days to come too, whatever a lookup finds. Does nothing without a session.
   */
  chooseState(country: string, state: string): void {
    const session = this.#latest()
    if (!session) return
    const chosen = { country, state }
    this.#using.store.write(SAVED_STATE_KEY, keptState(chosen))
    this.#change({ ...session, ...chosenPlace(chosen, session) })
  }

  /** Keeps the present name for the days to come. Does nothing without a session. */
  keepNickname(): void {
    const session = this.#latest()
    if (!session) return
    this.#using.store.write(SAVED_NICKNAME_KEY, session.nickname)
    this.#keep(session)
  }

  /** Notes which facts were shown, so that the league shows others first for the rest of the day. */
  noteFactsShown(league: string, factIds: readonly string[]): void {
    const session = this.#latest()
    if (session) this.#keep(withFactsShown(session, league, factIds))
  }

  /** Adds seconds of practice to today and tells the server. Negative or no numbers are ignored. */
  addTimePlayed(seconds: number): void {
    const session = this.#latest()
    if (!session || !(seconds > 0) || !Number.isFinite(seconds)) return
    let whole = Math.floor(seconds + this.#leftover)
    this.#leftover += seconds - whole
    if (session.lastActiveDate !== this.#today()) {
      this.#playedSinceTurn += whole
      // Before this report is sent: what the server then says of the day does not hold it yet.
      void this.checkDay()
    } else this.#keep({ ...session, timePlayedToday: session.timePlayedToday + whole })
    for (; whole > 0; whole -= MAX_REPORT_SECONDS) {
      const content = { kind: 'time', seconds: Math.min(whole, MAX_REPORT_SECONDS) } as const
      this.#using.outbox.add(session.sessionToken, content)
    }
  }

  /** Tells the server of a finished session. Practice outside the six leagues has no board, and is not told. */
  recordScore({ id, league, ...result }: FinishedSession): void {
    const session = this.#latest()
    const known = findLeague(league)
    if (!session || !known) return
    const { nickname, location, country, state } = session
    const body = { ...result, league: known.id, nickname, location, country, state }
    this.#using.outbox.add(session.sessionToken, { kind: 'score', body }, id)
  }

  /** Notes what the server said of a score, for this tab and the others; `id` is the finished session's. */
  noteScored(id: string, answer: ScoreAnswer): void {
    const scored = { ...answer, id }
    this.#using.store.write(LAST_SCORE_KEY, scored)
    this.state.setState({ scored })
  }

  /**
   * The new-day rule (specification §4, decisions §3): when the stored day is not today, asks the server, adopts what it
   * knows or begins a new day. Resolves when it is settled; play goes on meanwhile. Never rejects.
   */
  checkDay(): Promise<void> {
    this.reload()
    this.#turning ??= this.#turnDay().finally(() => {
      this.#turning = null
    })
    return this.#turning
  }

  /**
   * Takes over the server's count of today where it is higher, because it has battles that this browser does not count. Never
   * the sum of both: the server's count holds every practice report that has arrived. Never rejects.
   */
  async refreshTimePlayed(): Promise<void> {
    const asked = this.#latest()
    if (!asked || asked.lastActiveDate !== this.#today()) return
    const server = await this.#using.askDay(asked.sessionToken)
    const session = this.#latest()
    if (!server || session?.sessionToken !== asked.sessionToken) return
    const isSameDay = server.lastActiveDate === session.lastActiveDate
    if (!isSameDay || server.timePlayedToday <= session.timePlayedToday) return
    this.#keep({ ...session, timePlayedToday: server.timePlayedToday })
  }

  /** Takes over what another tab has written. */
  reload(): void {
    this.state.setState({ ...this.#readState(), session: this.#latest() })
  }

  async #turnDay(): Promise<void> {
    const stale = this.#latest()
    if (!stale || stale.lastActiveDate === this.#today()) return
    const server = await this.#using.askDay(stale.sessionToken)
    let session = this.#latest()
    if (!session || session.sessionToken !== stale.sessionToken) return
    const today = this.#today()
    let turn = dayTurn({ session, today, server })
    if (turn.kind === 'adopt') {
      session = turn.session
      // What the server knows may be an older day as well: then that day is over too.
      turn = dayTurn({ session, today, server })
    }
    if (turn.kind === 'new_day') {
      const nickname = this.#keptNickname() ?? generateNickname(this.#using.random)
      session = newDay(session, { today, sessionToken: newSessionToken(), nickname })
    }
    session = { ...session, timePlayedToday: session.timePlayedToday + this.#playedSinceTurn }
    this.#playedSinceTurn = 0
    this.#keep(session)
    if (session.sessionToken !== stale.sessionToken) this.#tellServer(session)
  }

  async #findPlace(sessionToken: string): Promise<void> {
    const place = await this.#using.locate()
    const session = this.#latest()
    if (!place || session?.sessionToken !== sessionToken || this.#chosenState() !== null) return
    this.#change({ ...session, ...place })
  }

  #change(session: GuestSession): void {
    this.#keep(session)
    this.#tellServer(session)
  }

  #tellServer({ sessionToken, nickname, location, country, state }: GuestSession): void {
    this.#using.outbox.add(sessionToken, { kind: 'session', body: { nickname, location, country, state } })
  }

  #keep(session: GuestSession): void {
    if (!this.#using.store.write(SESSION_KEY, session)) {
      warn('The guest session could not be kept')
    }
    this.state.setState({ session, nicknameKept: this.#isKept(session), today: this.#today() })
  }

  /** The session as stored now (another tab may have played), or as known here when storage has lost it. */
  #latest(): GuestSession | null {
    return this.#stored() ?? this.state.getState().session
  }

  #stored(): GuestSession | null {
    return this.#using.store.read(SESSION_KEY, (json) =>
      reviveSession(json, () => this.#keptNickname() ?? generateNickname(this.#using.random)),
    )
  }

  #readState(): GuestState {
    const session = this.#stored()
    return {
      session,
      nicknameKept: session !== null && this.#isKept(session),
      today: this.#today(),
      scored: this.#using.store.read(LAST_SCORE_KEY, reviveScored),
    }
  }

  #keptNickname(): string | null {
    return this.#using.store.read(SAVED_NICKNAME_KEY, reviveNickname)
  }

  #chosenState(): ChosenState | null {
    return this.#using.store.read(SAVED_STATE_KEY, reviveChosenState)
  }

  #isKept(session: GuestSession): boolean {
    return this.#keptNickname() === session.nickname
  }

  #today(): string {
    return practiceDay(this.#using.nowMs())
  }
}

/**
 * Seconds of practice left today, never less than 0 (specification §5: none left, no start). Time of a day that is
 * over does not count, even before the server has been asked about it.
 */
export function remainingSeconds({ session, today }: GuestState, dailySeconds: number): number {
  const played = session?.lastActiveDate === today ? session.timePlayedToday : 0
  return Math.max(0, dailySeconds - played)
}
