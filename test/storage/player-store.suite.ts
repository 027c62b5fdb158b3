import { describe, expect, onTestFinished, test } from 'vitest'
import { activeOn, asStudent, withProfile, type GuestRecord } from '../../domain/guest-record.ts'
import { LEAGUE_IDS } from '../../domain/league.ts'
import { daysBefore } from '../../domain/practice-day.ts'
import { seededRandom } from '../../domain/seeded-random.ts'
import { PlayersDeleted, refuseMerged } from '../../server/guest/port.ts'
import { tokenHash } from '../../server/guest/token.ts'
import type { Database } from '../../server/storage/database.ts'
import { sqlAccountStores } from '../../server/storage/sql/accounts/account-stores.ts'
import { sqlBattleStore } from '../../server/storage/sql/battles/battle-store.ts'
import { sqlGuestStore } from '../../server/storage/sql/practice/guest-store.ts'
import { sqlLeaderboardStore } from '../../server/storage/sql/boards/leaderboard-store.ts'
import { sqlPlayerStore } from '../../server/storage/sql/practice/player-store.ts'
import { sqlPracticeStore } from '../../server/storage/sql/practice/practice-store.ts'
import { sqlRemovalStore } from '../../server/storage/sql/retention/removal-store.ts'
import { sqlStudentDataStore } from '../../server/storage/sql/students/student-data-store.ts'
import { recountBoards } from '../factories/board-recount.ts'
import { everyTable, tablesWith } from '../factories/every-table.ts'
import { finishedBattle, person } from '../factories/finished-battle.ts'
import { DAY, guestRecord, keepOrMake, newTokenHash, practiceResult } from '../factories/guests.ts'
import { TAKE_ALL } from '../factories/merged-guests.ts'
import { enrolment, playerTokenOf } from '../factories/students.ts'

const NOW_MS = 5_000
const NOTHING = { sessions: 0, points: 0, battles: 0 }

/** What every adapter behind the PlayerStore port does. */
export function playerStoreSuite(open: () => Promise<Database>): void {
  const opened = async (ids: readonly string[] = ['ana', 'ben']) => {
    const database = await open()
    onTestFinished(() => database.close())
    const enrol = enrolment(database)
    for (const id of ids) await enrol(id)
    const players = sqlPlayerStore(database, TAKE_ALL)
    const students = ids.map((studentId) => {
      const playerHash = tokenHash(playerTokenOf(studentId))
      const change = (known: GuestRecord | null): GuestRecord =>
        asStudent(
          activeOn(known ?? guestRecord({ publicId: studentId }), DAY),
          studentId,
          `Nick ${studentId}`,
        )
      return {
        studentId,
        playerHash,
        change,
        merge: (guestHash: string) =>
          players.merge(
            { studentId, playerHash, guestHash, nowMs: NOW_MS, practiceDay: DAY, device: '' },
            change,
          ),
      }
    })
    const [ana, ben] = students
    if (!ana || !ben) throw new Error('there are two')
    const [guests, results, battles] = [
      sqlGuestStore(database),
      sqlPracticeStore(database),
      sqlBattleStore(database),
    ]
    return { database, players, guests, results, battles, students, ana, ben }
  }

  describe('PlayerStore', () => {
    test('[ACC-28] guests who sign in twice at once, with two students, while playing, bring each session and battle at most once', async () => {
      const { database, guests, results, battles, students } = await opened(['ana', 'ben', 'cem'])
      const random = seededRandom(11)
      const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
      const tokens = Array.from({ length: 8 }, newTokenHash)
      const states = new Map(tokens.map((token) => [token, pick(['Ohio', 'Texas', ''])]))
      const make = (token: string) => (known: GuestRecord | null) => {
        refuseMerged(known)
        return known ?? guestRecord({ state: states.get(token) ?? '', publicId: token.slice(0, 16) })
      }
      const sent = tokens.flatMap((token) =>
        Array.from({ length: 12 }, (_, place) =>
          practiceResult({
            tokenHash: token,
            league: pick(LEAGUE_IDS),
            score: pick([0, 5, 20]),
            playedAtMs: place * 20_000,
          }),
        ),
      )
      const fought = Array.from({ length: 20 }, () => {
        const [one, other] = tokens.toSorted(() => random() - 0.5)
        return finishedBattle([
          person(one ?? '', { score: 9, rank: 1, isWinner: true }, make(one ?? '')),
          person(other ?? '', { score: 5, rank: 2 }, make(other ?? '')),
        ])
      })
      const mergedByToken = new Map<string, (typeof NOTHING)[]>()
      const signIn = async (student = pick(students), token = pick(tokens)): Promise<void> => {
        const merge = await student.merge(token)
        if (merge.kind !== 'merged') throw new Error(merge.kind)
        const key = `${student.studentId} ${token}`
        mergedByToken.set(key, [...(mergedByToken.get(key) ?? []), merge.merged])
      }
      const work = [
        ...sent
          .flatMap((result) => [result, result])
          .map((result) => async () => {
            await results.record(result, make(result.tokenHash)).catch((error: unknown) => {
              expect(error).toMatchObject({ code: 'guest_signed_in' })
            })
          }),
        ...fought.flatMap((battle) => [battle, battle]).map((battle) => () => battles.save(battle)),
        ...Array.from({ length: 60 }, () => () => signIn()),
      ].toSorted(() => random() - 0.5)
      for (const token of tokens) await guests.save(token, make(token))
      for (let first = 0; first < work.length; first += 24) {
        await Promise.all(work.slice(first, first + 24).map((one) => one()))
      }
      for (const token of tokens) await signIn(students[0], token)

      // A repeat gets the first answer again.
      for (const [key, answers] of mergedByToken) {
        expect(new Set(answers.map((answer) => JSON.stringify(answer))).size, key).toBe(1)
      }
      const tables = await everyTable(database)
      const rows = (table: string) => tables.get(table) ?? []
      const brought = [...mergedByToken.values()].map(([answer]) => answer ?? NOTHING)
      const sessions = brought.reduce((sum, answer) => sum + answer.sessions, 0)
      const points = brought.reduce((sum, answer) => sum + answer.points, 0)
      expect(sessions).toBeGreaterThan(0)
      expect(new Set(rows('practice_result').map((row) => row['submission_id'])).size).toBe(sessions)
      const merged = new Set(rows('guest_merge').map((row) => row['guest_id']))
      expect(merged.size).toBe(tokens.length)
      for (const table of ['practice_result', 'daily_score', 'battle_player', 'battle_total']) {
        expect(
          rows(table).filter((row) => merged.has(row['guest_id'])),
          table,
        ).toEqual([])
      }
      const seats = rows('battle_player').map(
        (row) => `${String(row['battle_id'])} ${String(row['guest_id'])}`,
      )
      expect(new Set(seats).size).toBe(seats.length)
      expect(await recountBoards(database, DAY)).toMatchObject({ differences: [], sessions })
      expect(rows('daily_score').reduce((sum, row) => sum + Number(row['score']), 0)).toBe(points)
    })

    test('[ACC-84] while tokens change and scores arrive for old ones, no player is created twice and no accepted point is lost', async () => {
      const { database, results, battles, guests, ana, ben } = await opened()
      const { children } = sqlAccountStores(database)
      const boards = sqlLeaderboardStore(database)
      const hashesOf = ({ studentId, playerHash }: typeof ana) => ({
        studentId,
        hashOf: (round: number) => (round === 0 ? playerHash : tokenHash(`${studentId} ${round}`)),
      })
      const tokens = [hashesOf(ana), hashesOf(ben)]
      let taken = 0
      const play = async (round: number): Promise<void> => {
        const hash = tokens[0]?.hashOf(round) ?? ''
        await results.record(practiceResult({ tokenHash: hash, score: 5 }), ana.change).then(
          () => (taken += 1),
          (error: unknown) => expect(error).toBeInstanceOf(PlayersDeleted),
        )
      }
      for (let round = 0; round < 4; round += 1) {
        const renewing = children.signOut(round % 2 === 0 ? tokens : tokens.toReversed(), NOW_MS)
        const [retired] = await Promise.all([
          renewing,
          play(round),
          play(round),
          battles.save(
            finishedBattle([
              person(tokens[0]?.hashOf(round) ?? '', {}, ana.change),
              person(tokens[1]?.hashOf(round) ?? '', {}, ben.change),
            ]),
          ),
        ])
        expect(retired.toSorted((a, b) => a.studentId.localeCompare(b.studentId))).toEqual([
          { studentId: 'ana', round },
          { studentId: 'ben', round },
        ])
        expect(await guests.find(tokens[0]?.hashOf(round) ?? '')).toBeNull()
        await play(round + 1)
      }
      expect(await boards.ownRow(DAY, 'addition_facts', tokens[0]?.hashOf(4) ?? '')).toMatchObject({
        publicId: 'ana',
        score: 5 * taken,
      })
      expect(await children.tokenRoundOf('ana')).toBe(4)
      expect(await children.signOut([hashesOf({ ...ana, studentId: 'nobody' })], NOW_MS)).toEqual([])
      const players = (await everyTable(database)).get('guest') as { student_id: string }[]
      expect(players.filter((row) => row.student_id === 'ana')).toHaveLength(1)
      expect(await recountBoards(database, DAY)).toMatchObject({ differences: [] })
    })

    test('[ACC-28] a student without a location takes the guest’s state, also for earlier play, but not its city', async () => {
      const { database, results, ana, ben } = await opened()
      const boards = sqlLeaderboardStore(database)
      const [first, second] = [newTokenHash(), newTokenHash()]
      const ohio = { state: 'Ohio', country: 'US', location: 'Dayton', profileAtMs: 900 }
      const texas = { ...ohio, state: 'Texas' }
      // Every finished session sends the place again; a student's sends none.
      await results.record(practiceResult({ tokenHash: ana.playerHash, score: 5 }), (known) =>
        withProfile(ana.change(known), {}, 950),
      )
      const subtraction = { league: 'subtraction_facts', playedAtMs: 60_000 } as const
      const division = { league: 'division_facts', playedAtMs: 120_000 } as const
      await results.record(practiceResult({ tokenHash: first, ...subtraction }), () => guestRecord(ohio))
      await results.record(practiceResult({ tokenHash: second, ...division }), () => guestRecord(texas))
      await ana.merge(first)
      expect(await boards.statesOfAllLeagues(DAY, 9)).toMatchObject([
        { state: 'Ohio', playerCount: 1, totalScore: 25 },
        { state: 'Texas', totalScore: 20 },
      ])
      await ana.merge(second)
      expect(await boards.statesOfAllLeagues(DAY, 9)).toMatchObject([
        { state: 'Ohio', playerCount: 1, totalScore: 45 },
      ])
      expect(await boards.ownRow(DAY, 'addition_facts', ana.playerHash)).toMatchObject({
        nickname: 'Nick ana',
        state: 'Ohio',
        country: 'US',
        location: '',
      })
      // Who has said where from stays there.
      const third = newTokenHash()
      await results.record(practiceResult({ tokenHash: third }), () => guestRecord(texas))
      await sqlGuestStore(database).save(ben.playerHash, () =>
        withProfile(ben.change(null), { state: 'Iowa', country: 'US' }, 800),
      )
      await ben.merge(third)
      expect(await boards.ownRow(DAY, 'addition_facts', ben.playerHash)).toMatchObject({ state: 'Iowa' })
      expect(await recountBoards(database, DAY)).toMatchObject({ differences: [] })
    })

    test('[ACC-28] where the student has a score on the day, the guest’s is dropped, and the student takes over the guest’s pace', async () => {
      const { database, guests, results, ana } = await opened()
      const guestHash = newTokenHash()
      const own = practiceResult({ tokenHash: ana.playerHash, score: 5 })
      await results.record(own, ana.change)
      const boards = [
        practiceResult({ tokenHash: guestHash, playedAtMs: 60_000 }),
        practiceResult({ tokenHash: guestHash, playedAtMs: 80_000, league: 'division_facts', score: 15 }),
        practiceResult({ tokenHash: guestHash, playedAtMs: 100_000, practiceDay: daysBefore(DAY, 1) }),
        // While the student practiced, and sent by both.
        practiceResult({ tokenHash: guestHash, league: 'subtraction_facts' }),
        { ...own, tokenHash: guestHash, league: 'mixed_add_sub' as const, playedAtMs: 120_000 },
      ]
      for (const result of boards) await results.record(result, () => guestRecord({ paceFullAtMs: 40_000 }))
      const merged = { sessions: 2, points: 35, battles: 0 }
      expect(await ana.merge(guestHash)).toEqual({ kind: 'merged', merged })
      const stats = await sqlLeaderboardStore(database).dailyStats(DAY, ana.playerHash)
      expect(stats).toMatchObject({
        totalDailyPoints: 20,
        leagues: [
          { league: 'addition_facts', score: 5, rank: 1, total: 1 },
          { league: 'division_facts', score: 15, rank: 1, total: 1 },
        ],
      })
      expect(await guests.find(ana.playerHash)).toMatchObject({ paceFullAtMs: 40_000, studentId: 'ana' })
      expect(await recountBoards(database, DAY)).toMatchObject({ differences: [] })
    })

    test("[ACC-28] in a battle against one's own guest, the student's place counts", async () => {
      const { battles, ana, ben } = await opened()
      const guestHash = newTokenHash()
      const won = { score: 50, rank: 1, isWinner: true }
      const met = (hashes: readonly string[]) =>
        finishedBattle(hashes.map((hash, place) => person(hash, place === 0 ? won : { rank: place + 1 })))
      await battles.save(met([guestHash, ana.playerHash]))
      await battles.save(met([ben.playerHash, guestHash, ana.playerHash]))
      expect(await ana.merge(guestHash)).toEqual({ kind: 'merged', merged: NOTHING })
      // One that was going on as the guest signed in.
      await battles.save(met([ana.playerHash, guestHash]))
      expect(await battles.stats(ana.playerHash)).toMatchObject({ battles: 3, victories: 1, topScore: 50 })
      expect(await battles.stats(guestHash)).toMatchObject({ battles: 0 })
      const history = await battles.history(ana.playerHash, 9)
      expect(history.map(({ rank }) => rank).toSorted((a, b) => a - b)).toEqual([1, 2, 3])
    })

    test("[ACC-28] a student's token cannot be merged as a guest's, and a deleted student takes over nobody", async () => {
      const { database, players, results, ana, ben } = await opened()
      await players.savePlayer('ben', ben.playerHash, ben.change)
      expect(await ana.merge(ana.playerHash)).toEqual({ kind: 'no_guest' })
      expect(await ana.merge(ben.playerHash)).toEqual({ kind: 'no_guest' })
      const guestHash = newTokenHash()
      await results.record(practiceResult({ tokenHash: guestHash }), keepOrMake)
      await sqlStudentDataStore(database).remove({ studentId: 'ana', tokenHash: ana.playerHash }, NOW_MS)
      expect(await ana.merge(guestHash)).toEqual({ kind: 'gone' })
      expect(await players.savePlayer('ana', ana.playerHash, ana.change)).toBe(false)
      expect(await tablesWith(database, ['ana', ana.playerHash])).toEqual([])
      expect(await sqlLeaderboardStore(database).ownRow(DAY, 'addition_facts', guestHash)).not.toBeNull()
    })

    test('[STU-11] deleting a student deletes the guests merged into it', async () => {
      const { database, results, guests, ana, ben } = await opened()
      const played = newTokenHash()
      // What stands under the token of the student's player is the student's, whoever made it.
      await results.record(practiceResult({ tokenHash: ana.playerHash }), keepOrMake)
      const stray = practiceResult({ tokenHash: ben.playerHash })
      await results.record(stray, keepOrMake)
      await sqlStudentDataStore(database).remove({ studentId: 'ben', tokenHash: ben.playerHash }, NOW_MS)
      expect(await tablesWith(database, [ben.playerHash])).toEqual([])
      await results.record(practiceResult({ tokenHash: played }), keepOrMake)
      await ana.merge(played)
      const student = { studentId: 'ana', tokenHash: ana.playerHash }
      await sqlStudentDataStore(database).remove(student, NOW_MS)
      expect(await tablesWith(database, ['ana', ana.playerHash, played])).toEqual([])
      expect((await everyTable(database)).get('guest_merge')).toEqual([])
      expect(await guests.find(played)).toBeNull()
      expect(await recountBoards(database, DAY)).toMatchObject({ differences: [], sessions: 0 })
    })

    test('[LB-26, ACC-28] what is left of a merged guest is never found', async () => {
      const { database, results, ana } = await opened()
      const token = 'A'.repeat(16)
      await results.record(practiceResult({ tokenHash: tokenHash(token) }), keepOrMake)
      await ana.merge(tokenHash(token))
      const removal = sqlRemovalStore(database)
      expect(await removal.find(token, tokenHash(token), 5)).toEqual([])
      expect(await removal.find('', tokenHash(''), 5)).toEqual([])
    })

    test('[ACC-28] a player that was deleted and merged as a guest belongs to the student again', async () => {
      const { players, guests, results, ana, ben } = await opened()
      await guests.save(ben.playerHash, keepOrMake)
      expect(await ana.merge(ben.playerHash)).toEqual({ kind: 'merged', merged: NOTHING })
      expect(await players.savePlayer('ben', ben.playerHash, ben.change)).toBe(true)
      await results.record(practiceResult({ tokenHash: ben.playerHash, score: 15 }), ben.change)
      expect(await ana.merge(ben.playerHash)).toEqual({ kind: 'no_guest' })
      const again = await results.record(practiceResult({ tokenHash: ben.playerHash, score: 5 }), ben.change)
      expect(again).toMatchObject({ dailyScore: 20 })
    })
  })
}
