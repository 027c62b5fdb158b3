import { describe, expect, onTestFinished, test } from 'vitest'
import { asStudent, type GuestRecord } from '../../domain/guest-record.ts'
import { seededRandom } from '../../domain/seeded-random.ts'
import type { StudentSettings } from '../../domain/student-settings.ts'
import { tokenHash } from '../../server/guest/token.ts'
import type { Database } from '../../server/storage/database.ts'
import { sqlAccountStores } from '../../server/storage/sql/accounts/account-stores.ts'
import { sqlBattleStore } from '../../server/storage/sql/battles/battle-store.ts'
import { sqlLeaderboardStore } from '../../server/storage/sql/boards/leaderboard-store.ts'
import { recountBoards } from '../factories/board-recount.ts'
import { sqlPlayerStore } from '../../server/storage/sql/practice/player-store.ts'
import { sqlPracticeStore } from '../../server/storage/sql/practice/practice-store.ts'
import { finishedBattle, person } from '../factories/finished-battle.ts'
import { DAY, guestRecord, keepOrMake, newTokenHash, practiceResult } from '../factories/guests.ts'
import { TAKE_ALL } from '../factories/merged-guests.ts'
import { enrolment, playerTokenOf } from '../factories/students.ts'

const IDS = ['ana', 'ben', 'cem', 'dia'] as const
type Name = (typeof IDS)[number]
const LEAGUE = 'addition_facts'

/** How a child can be taken off the boards: by the owner of its home, by itself, and by a linked parent. */
const WAYS = ['boards', 'ownBoards', 'parentBoards'] as const satisfies readonly (keyof StudentSettings)[]

const change = (name: Name) => (known: GuestRecord | null) =>
  asStudent(known ?? guestRecord({ publicId: name, state: 'Ohio' }), name, `Nick ${name}`)

const hashOf = (name: Name): string => tokenHash(playerTokenOf(name))

async function playersOf(database: Database) {
  const enrol = enrolment(database)
  for (const id of IDS) await enrol(id)
  const [results, battles] = [sqlPracticeStore(database), sqlBattleStore(database)]
  const boards = sqlLeaderboardStore(database)
  const { settings } = sqlAccountStores(database)
  const players = sqlPlayerStore(database, TAKE_ALL)
  return {
    settings,
    play: (name: Name, score: number) =>
      results.record(practiceResult({ tokenHash: hashOf(name), league: LEAGUE, score }), change(name)),
    /** A guest with this score signs in as the student. */
    takeOver: async (name: Name, score: number) => {
      const guestHash = newTokenHash()
      await results.record(practiceResult({ tokenHash: guestHash, league: LEAGUE, score }), keepOrMake)
      const student = { studentId: name, playerHash: hashOf(name) }
      const merging = { ...student, guestHash, nowMs: 5000, practiceDay: DAY, device: '' }
      await players.merge(merging, change(name))
    },
    fight: (name: Name) =>
      battles.save(
        finishedBattle([
          person(hashOf(name), { score: 9, rank: 1, isWinner: true }, change(name)),
          person(newTokenHash(), { score: 5, rank: 2 }, () => guestRecord({ publicId: 'rival' })),
        ]),
      ),
    /** The students on each public board. */
    seen: async () => {
      const ranked = await boards.players(DAY, LEAGUE, 50)
      const [state] = await boards.states(DAY, LEAGUE, 9)
      const [day] = await boards.statesOfAllLeagues(DAY, 9)
      const champions = (await battles.board('addition_subtraction', 50)).map(({ publicId }) => publicId)
      return {
        players: ranked,
        names: ranked.map(({ publicId }) => publicId),
        ofStates: [state?.playerCount ?? 0, day?.playerCount ?? 0],
        top: state?.topScore ?? 0,
        champions: champions.filter((id) => id !== 'rival'),
      }
    },
    ownRow: (name: Name) => boards.ownRow(DAY, LEAGUE, hashOf(name)),
    stats: (name: Name) => boards.dailyStats(DAY, hashOf(name)),
    own: (name: Name) => battles.ownRow('addition_subtraction', hashOf(name)),
    recount: () => recountBoards(database, DAY),
  }
}

const sorted = (names: Iterable<string>): string[] => [...names].toSorted()

/** What every adapter does with students who are on no public board. */
export function hiddenPlayersSuite(open: () => Promise<Database>): void {
  describe('hidden players', () => {
    test('[ACM-11, ACM-12] a hidden player leaves every board at once, and returns with everything when shown again', async () => {
      const database = await open()
      onTestFinished(() => database.close())
      const world = await playersOf(database)
      const random = seededRandom(38)
      const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
      const off = new Map<Name, Set<string>>(IDS.map((id) => [id, new Set<string>()]))
      const [scores, fought] = [new Map<string, number>(), new Set<string>()]
      for (let round = 0; round < 40; round += 1) {
        const name = pick(IDS)
        const way = pick([...WAYS, 'class', 'play', 'play', 'take over', 'fight'] as const)
        if (way === 'play') {
          const score = pick([0, 5, 20])
          await world.play(name, score)
          scores.set(name, score + (scores.get(name) ?? 0))
        } else if (way === 'take over') {
          await world.takeOver(name, 10)
          if (!scores.has(name)) scores.set(name, 10)
        } else if (way === 'fight') {
          await world.fight(name)
          fought.add(name)
        } else {
          const isOn = off.get(name)?.delete(way) ?? false
          if (!isOn) off.get(name)?.add(way)
          if (way === 'class') await world.settings.changeHome(`class-${name}`, { boards: isOn })
          else await world.settings.change(name, { [way]: isOn })
        }
        const shown = (all: Iterable<string>) =>
          sorted([...all].filter((one) => off.get(one as Name)?.size === 0))
        const seen = await world.seen()
        const ranked = shown(scores.keys())
        expect(sorted(seen.names), `round ${round}`).toEqual(ranked)
        expect(seen.players.map(({ rank }) => rank)).toEqual(ranked.map((_, at) => at + 1))
        expect(seen.ofStates).toEqual([ranked.length, ranked.length])
        expect(seen.top).toBe(Math.max(0, ...ranked.map((one) => scores.get(one) ?? 0)))
        expect(sorted(seen.champions)).toEqual(shown(fought))
        const isHidden = (off.get(name)?.size ?? 0) > 0
        const own = await world.ownRow(name)
        expect(own?.rank ?? null).toBe(seen.players.find(({ publicId }) => publicId === name)?.rank ?? null)
        expect((await world.stats(name)).leagues).toHaveLength(scores.has(name) && !isHidden ? 1 : 0)
        expect((await world.own(name)) !== null).toBe(fought.has(name) && !isHidden)
      }
      expect((await world.recount()).differences).toEqual([])
    })
  })
}
