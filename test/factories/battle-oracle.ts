import type { BotId } from '../../domain/bot.ts'
import type { Division } from '../../domain/division.ts'
import type { BattleBoardRow, BattleHistoryRow, FinishedBattle } from '../../server/battle/port.ts'
import type { BattleStore } from '../../server/storage/sql/battles/battle-store.ts'

type OracleGuest = {
  readonly tokenHash: string
  readonly publicId: string
  readonly nickname: string
  readonly lastActiveDay: string
}

type Entry = {
  readonly who: { readonly tokenHash: string } | { readonly botId: BotId }
  readonly score: number
  readonly rank: number
  readonly won: boolean
  /** First with points, which was no win: nothing happened to a streak. */
  readonly isUncounted: boolean
}

type Played = Omit<FinishedBattle, 'players'> & {
  readonly size: number
  readonly entries: readonly Entry[]
}

const isOf = (entry: Entry, tokenHash: string): boolean =>
  'tokenHash' in entry.who && entry.who.tokenHash === tokenHash

const byText = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

/** How many wins there are from the end back to the first battle that was lost. */
function lastRun(entries: readonly Entry[]): number {
  const wins = entries.filter(({ isUncounted }) => !isUncounted).map(({ won }) => won)
  const other = wins.lastIndexOf(false)
  return wins.length - 1 - other
}

/**
 * What battles should come to: a list of what happened, from which every answer is computed, slowly and plainly.
 * It shares no rule with the store but the sentences of spec/.
 */
export class BattleOracle implements Omit<BattleStore, 'save'> {
  #guests: OracleGuest[] = []
  #log: Played[] = []

  guest(tokenHash: string): OracleGuest | undefined {
    return this.#guests.find((guest) => guest.tokenHash === tokenHash)
  }

  knows(battleId: string): boolean {
    return this.#log.some((battle) => battle.battleId === battleId)
  }

  /** Counts a battle unless it is known; `changed` are its people as the battle left them. */
  save({ players, ...battle }: FinishedBattle, changed: readonly OracleGuest[]): void {
    if (this.knows(battle.battleId)) return
    // Who is new with a battle comes in the order of the token hashes.
    for (const guest of changed.toSorted((a, b) => byText(a.tokenHash, b.tokenHash))) {
      const known = this.guest(guest.tokenHash)
      if (known) this.#guests[this.#guests.indexOf(known)] = guest
      else this.#guests.push(guest)
    }
    const entries = players.map((player) => ({
      who: player.kind === 'person' ? { tokenHash: player.tokenHash } : { botId: player.botId },
      score: player.score,
      rank: player.rank,
      won: player.isWinner,
      isUncounted: player.rank === 1 && player.score > 0 && !player.left && !player.isWinner,
    }))
    this.#log.push({ ...battle, size: players.length, entries })
  }

  remove(tokenHash: string): void {
    this.#guests = this.#guests.filter((guest) => guest.tokenHash !== tokenHash)
    this.#log = this.#log
      .map((battle) => ({ ...battle, entries: battle.entries.filter((entry) => !isOf(entry, tokenHash)) }))
      .filter(({ entries }) => entries.some(({ who }) => 'tokenHash' in who))
  }

  /**
   * A guest becomes part of this player, who may be new or have changed with it: its battles are the player's, without those that
   * overlap with the player's by more than a quarter. The number of battles that came.
   */
  merge(tokenHash: string, player: OracleGuest): number {
    const own = this.#battlesOf(player.tokenHash).map(({ battle }) => battle)
    const theirs = this.#battlesOf(tokenHash).map(({ battle }) => battle)
    const came = new Set(
      theirs.filter(({ startedAtMs, endedAtMs }) => {
        const both = own.map((other) =>
          Math.max(0, Math.min(other.endedAtMs, endedAtMs) - Math.max(other.startedAtMs, startedAtMs)),
        )
        return both.reduce((sum, ms) => sum + ms, 0) <= (endedAtMs - startedAtMs) / 4
      }),
    )
    this.#log = this.#log.map((battle) => {
      const entries = battle.entries.map((entry) =>
        came.has(battle) && isOf(entry, tokenHash)
          ? { ...entry, who: { tokenHash: player.tokenHash } }
          : entry,
      )
      return { ...battle, entries }
    })
    this.remove(tokenHash)
    const known = this.guest(player.tokenHash)
    if (known) this.#guests[this.#guests.indexOf(known)] = player
    else this.#guests.push(player)
    return came.size
  }

  deleteDaysBefore(day: string): void {
    this.#log = this.#log.filter(({ practiceDay }) => practiceDay >= day)
    this.#guests = this.#guests.filter(
      ({ tokenHash, lastActiveDay }) => lastActiveDay >= day || this.#battlesOf(tokenHash).length > 0,
    )
  }

  async board(division: Division, limit: number): Promise<BattleBoardRow[]> {
    return this.#standings(division)
      .slice(0, limit)
      .map(({ row }) => row)
  }

  async ownRow(division: Division, tokenHash: string): Promise<BattleBoardRow | null> {
    return this.#standings(division).find((standing) => standing.tokenHash === tokenHash)?.row ?? null
  }

  async history(tokenHash: string, limit: number): Promise<BattleHistoryRow[]> {
    return this.#battlesOf(tokenHash)
      .toReversed()
      .slice(0, limit)
      .map(({ battle, own }) => ({
        battleId: battle.battleId,
        division: battle.division,
        preference: battle.preference,
        endedAtMs: battle.endedAtMs,
        winner: own.won ? { kind: 'you' } : this.#winner(battle),
        score: own.score,
        rank: own.rank,
        players: battle.size,
      }))
  }

  async stats(tokenHash: string) {
    const own = this.#battlesOf(tokenHash).map((played) => played.own)
    return {
      victories: own.filter(({ won }) => won).length,
      battles: own.length,
      currentStreak: lastRun(own),
      bestStreak: Math.max(0, ...own.map((_, index) => lastRun(own.slice(0, index + 1)))),
      topScore: Math.max(0, ...own.map(({ score }) => score)),
    }
  }

  /** Oldest first. */
  #battlesOf(tokenHash: string, division?: Division) {
    return this.#log
      .filter((battle) => division === undefined || battle.division === division)
      .flatMap((battle) => {
        const own = battle.entries.find((entry) => isOf(entry, tokenHash))
        return own ? [{ battle, own }] : []
      })
      .toSorted(({ battle: a }, { battle: b }) => a.endedAtMs - b.endedAtMs || byText(a.battleId, b.battleId))
  }

  #winner({ entries }: Played): BattleHistoryRow['winner'] {
    const who = entries.find(({ won }) => won)?.who
    if (!who) return null
    if ('botId' in who) return { kind: 'bot', botId: who.botId }
    return { kind: 'person', publicId: this.guest(who.tokenHash)?.publicId ?? 'nobody' }
  }

  #standings(division: Division) {
    return this.#guests
      .flatMap(({ tokenHash, publicId, nickname }) => {
        const battles = this.#battlesOf(tokenHash, division)
        if (battles.length === 0) return []
        const after = battles.map((_, index) => {
          const own = battles.slice(0, index + 1).map((played) => played.own)
          return {
            wins: own.filter(({ won }) => won).length,
            winStreak: lastRun(own),
            topScore: Math.max(...own.map(({ score }) => score)),
          }
        })
        const texts = after.map((standing) => JSON.stringify(standing))
        const reached = texts.findLastIndex((text) => text !== texts.at(-1)) + 1
        const row = {
          publicId,
          nickname,
          ...(after.at(-1) as Omit<BattleBoardRow, 'publicId' | 'nickname'>),
        }
        return [{ tokenHash, row, reachedAtMs: battles[reached]?.battle.endedAtMs ?? 0 }]
      })
      .toSorted(
        (a, b) =>
          b.row.wins - a.row.wins ||
          b.row.winStreak - a.row.winStreak ||
          b.row.topScore - a.row.topScore ||
          a.reachedAtMs - b.reachedAtMs,
      )
  }
}
