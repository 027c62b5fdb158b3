import { LEAGUE_IDS, type LeagueId } from '../../domain/league.ts'
import { neighborhood } from '../../domain/ranking.ts'
import type {
  AggregatedStateRow,
  OwnRow,
  RankedPlace,
  ListedRow,
  PlayerRow,
  StateRow,
} from '../../server/leaderboard/port.ts'
import type { LeaderboardStore } from '../../server/storage/sql/boards/leaderboard-store.ts'

/** A guest as the oracle knows one; their order in its list is the order in which they came. */
export type OraclePlayer = {
  readonly tokenHash: string
  readonly publicId: string
  readonly nickname: string
  readonly country: string
  readonly state: string
  readonly location: string
  readonly lastActiveDay: string
}

type Session = {
  readonly kind: 'session'
  readonly tokenHash: string
  readonly submissionId: string | null
  readonly league: LeagueId
  readonly day: string
  readonly score: number
  readonly problemsSolved: number
  readonly playedAtMs: number
  readonly averageTimeMs: number
  /** The state of the guest at that moment. */
  readonly guestState: string
}
type Move = {
  readonly kind: 'move'
  readonly tokenHash: string
  readonly day: string
  readonly state: string
}

type Standing = {
  readonly player: OraclePlayer
  readonly state: string
  readonly score: number
  readonly problemsSolved: number
  readonly reachedAtMs: number
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

const boardOf = ({ day, league }: Session): string => `${day} ${league}`

const lengthMs = ({ problemsSolved, averageTimeMs }: Session): number => problemsSolved * averageTimeMs

function overlapMs(one: Session, other: Session): number {
  const fromMs = Math.max(one.playedAtMs - lengthMs(one), other.playedAtMs - lengthMs(other))
  return Math.max(0, Math.min(one.playedAtMs, other.playedAtMs) - fromMs)
}

const byName = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

/**
 * What the boards should say: a list of what happened, from which every answer is computed, slowly and plainly.
 * It shares no rule with the stores but the sentences of spec/.
 */
export class BoardOracle implements LeaderboardStore {
  #players: OraclePlayer[] = []
  #log: (Session | Move)[] = []

  find(tokenHash: string): OraclePlayer | undefined {
    return this.#players.find((player) => player.tokenHash === tokenHash)
  }

  /** A guest is new or has changed; a change of state moves the last active day, if it was played on. */
  save(player: OraclePlayer): void {
    const known = this.find(player.tokenHash)
    if (!known) {
      this.#players.push(player)
      return
    }
    this.#players = this.#players.map((other) => (other === known ? player : other))
    if (known.state === player.state) return
    const { tokenHash, lastActiveDay, state } = player
    this.#log.push({ kind: 'move', tokenHash, day: lastActiveDay, state })
  }

  /** Whether this guest's submission is still known. */
  knows(tokenHash: string, submissionId: string | null): boolean {
    return submissionId !== null && this.#repeated(tokenHash, submissionId) !== undefined
  }

  /** The sums returned to a call: those of the first session with this id. */
  sumsOf(tokenHash: string, submissionId: string) {
    const session = this.#repeated(tokenHash, submissionId)
    if (!session) throw new Error('no such session')
    const same = this.#sessions(session.day, session.league).filter((one) => one.tokenHash === tokenHash)
    return {
      practiceDay: session.day,
      league: session.league,
      dailyScore: sum(same.map(({ score }) => score)),
      dailyProblemsSolved: sum(same.map(({ problemsSolved }) => problemsSolved)),
    }
  }

  record(session: Omit<Session, 'kind' | 'guestState'>): void {
    this.#log.push({ ...session, kind: 'session', guestState: this.find(session.tokenHash)?.state ?? '' })
  }

  remove(tokenHash: string): void {
    this.#players = this.#players.filter((player) => player.tokenHash !== tokenHash)
    this.#log = this.#log.filter((entry) => entry.tokenHash !== tokenHash)
  }

  /**
   * A guest becomes part of this player, who may be new or have changed with it: boards on which the player has no score are as if
   * the player had sent their sessions now, unless one of them was sent by both or overlaps with the player's by more than a
   * quarter. The number of sessions and of points that came.
   */
  merge(tokenHash: string, player: OraclePlayer): { sessions: number; points: number } {
    const sessionsOf = (hash: string) =>
      this.#log.filter((entry): entry is Session => entry.kind === 'session' && entry.tokenHash === hash)
    const [own, theirs] = [sessionsOf(player.tokenHash), sessionsOf(tokenHash)]
    const isInTheWay = (session: Session): boolean =>
      this.knows(player.tokenHash, session.submissionId) ||
      sum(own.map((other) => overlapMs(other, session))) > lengthMs(session) / 4
    const closed = new Set([...own, ...theirs.filter(isInTheWay)].map(boardOf))
    const moved = theirs.filter((session) => !closed.has(boardOf(session)))
    const states = new Map(theirs.map(({ day }) => [day, this.#stateOn(day, tokenHash)]))
    this.remove(tokenHash)
    this.save(player)
    for (const session of moved) {
      const guestState = session.day === player.lastActiveDay ? player.state : (states.get(session.day) ?? '')
      this.#log.push({ ...session, tokenHash: player.tokenHash, guestState })
    }
    return { sessions: moved.length, points: sum(moved.map(({ score }) => score)) }
  }

  deleteDaysBefore(day: string): void {
    this.#log = this.#log.filter((entry) => entry.day >= day)
    this.#players = this.#players.filter(
      ({ tokenHash, lastActiveDay }) =>
        lastActiveDay >= day ||
        this.#log.some((entry) => entry.kind === 'session' && entry.tokenHash === tokenHash),
    )
  }

  async players(day: string, league: LeagueId, limit: number): Promise<ListedRow[]> {
    return this.#board(day, league)
      .slice(0, limit)
      .map((row) => ({ ...row, network: null }))
  }

  async ownRow(day: string, league: LeagueId, tokenHash: string): Promise<OwnRow | null> {
    const publicId = this.find(tokenHash)?.publicId
    const board = this.#board(day, league)
    const own = board.find((row) => row.publicId === publicId)
    return own ? { ...own, pointsToNext: pointsToNext(board, own) } : null
  }

  async neighbors(day: string, league: LeagueId, tokenHash: string): Promise<(PlayerRow | OwnRow)[]> {
    const own = await this.ownRow(day, league, tokenHash)
    if (!own) return []
    const board = this.#board(day, league)
    const { ahead, behind } = neighborhood(own.rank - 1, board.length - own.rank)
    return board
      .slice(own.rank - 1 - ahead, own.rank + behind)
      .map((row) => (row.rank === own.rank ? own : row))
  }

  async place(day: string, league: LeagueId, tokenHash: string): Promise<RankedPlace | null> {
    const publicId = this.find(tokenHash)?.publicId
    const board = this.#board(day, league)
    const own = board.find((row) => row.publicId === publicId)
    return own ? placeOn(board, own) : null
  }

  async states(day: string, league: LeagueId, limit: number): Promise<StateRow[]> {
    const standings = this.#standings(day, league)
    return [...new Set(standings.map(({ state }) => state))]
      .filter((state) => state !== '')
      .map((state) => {
        const own = standings.filter((standing) => standing.state === state)
        return {
          state,
          playerCount: own.length,
          totalProblems: sum(own.map(({ problemsSolved }) => problemsSolved)),
          totalScore: sum(own.map(({ score }) => score)),
          topScore: Math.max(...own.map(({ score }) => score)),
        }
      })
      .toSorted((a, b) => b.totalScore - a.totalScore || byName(a.state, b.state))
      .slice(0, limit)
  }

  async statesOfAllLeagues(day: string, limit: number): Promise<AggregatedStateRow[]> {
    const standings = LEAGUE_IDS.flatMap((league) => this.#standings(day, league))
    return [...new Set(standings.map(({ state }) => state))]
      .filter((state) => state !== '')
      .map((state) => {
        const own = standings.filter((standing) => standing.state === state)
        return {
          state,
          playerCount: new Set(own.map(({ player }) => player)).size,
          totalScore: sum(own.map(({ score }) => score)),
        }
      })
      .toSorted((a, b) => b.totalScore - a.totalScore || byName(a.state, b.state))
      .slice(0, limit)
  }

  async pointsSince(firstDay: string, nickname: string): Promise<number> {
    const namesakes = this.#players.filter((player) => player.nickname === nickname)
    const points = this.#log.map((entry) =>
      entry.kind === 'session' &&
      entry.day >= firstDay &&
      namesakes.some(({ tokenHash }) => tokenHash === entry.tokenHash)
        ? entry.score
        : 0,
    )
    return sum(points)
  }

  async dailyStats(day: string, tokenHash: string) {
    const own = LEAGUE_IDS.flatMap((league) => this.#sessions(day, league)).filter(
      (session) => session.tokenHash === tokenHash,
    )
    const publicId = this.find(tokenHash)?.publicId
    const leagues = LEAGUE_IDS.flatMap((league) => {
      const board = this.#board(day, league)
      const row = board.find((one) => one.publicId === publicId)
      return row ? [{ league, score: row.score, ...placeOn(board, row) }] : []
    })
    return { totalDailyPoints: sum(own.map(({ score }) => score)), sessionsToday: own.length, leagues }
  }

  #repeated(tokenHash: string, submissionId: string): Session | undefined {
    return this.#log.find(
      (entry): entry is Session =>
        entry.kind === 'session' && entry.tokenHash === tokenHash && entry.submissionId === submissionId,
    )
  }

  /** In the order in which they arrived. */
  #sessions(day: string, league: LeagueId): Session[] {
    return this.#log.filter(
      (entry): entry is Session => entry.kind === 'session' && entry.day === day && entry.league === league,
    )
  }

  /** The state at the day's first session, unless it was changed on that day afterwards. */
  #stateOn(day: string, tokenHash: string): string {
    let state: string | null = null
    for (const entry of this.#log.filter((one) => one.day === day && one.tokenHash === tokenHash)) {
      if (entry.kind === 'session') state ??= entry.guestState
      else if (state !== null) state = entry.state
    }
    return state ?? ''
  }

  /** In the order in which the players came. */
  #standings(day: string, league: LeagueId): Standing[] {
    const sessions = this.#sessions(day, league)
    return this.#players.flatMap((player) => {
      const own = sessions.filter(({ tokenHash }) => tokenHash === player.tokenHash)
      if (own.length === 0) return []
      const raising = own.filter(({ score }) => score > 0).map(({ playedAtMs }) => playedAtMs)
      return [
        {
          player,
          state: this.#stateOn(day, player.tokenHash),
          score: sum(own.map(({ score }) => score)),
          problemsSolved: sum(own.map(({ problemsSolved }) => problemsSolved)),
          reachedAtMs:
            raising.length === 0
              ? Math.min(...own.map(({ playedAtMs }) => playedAtMs))
              : Math.max(...raising),
        },
      ]
    })
  }

  #board(day: string, league: LeagueId): PlayerRow[] {
    return this.#standings(day, league)
      .toSorted(
        (a, b) => b.score - a.score || a.problemsSolved - b.problemsSolved || a.reachedAtMs - b.reachedAtMs,
      )
      .map(({ player: { publicId, nickname, country, location }, state, score, problemsSolved }, index) => ({
        rank: index + 1,
        publicId,
        nickname,
        country,
        state,
        location,
        score,
        problemsSolved,
      }))
  }
}

function pointsToNext(board: readonly PlayerRow[], own: PlayerRow): number | null {
  const more = board.filter(({ score }) => score > own.score).map(({ score }) => score - own.score)
  return more.length === 0 ? null : Math.min(...more)
}

function placeOn(board: readonly PlayerRow[], own: PlayerRow): RankedPlace {
  return { rank: own.rank, total: board.length, pointsToNext: pointsToNext(board, own) }
}
