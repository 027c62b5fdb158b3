import { describe, expect, onTestFinished, test } from 'vitest'
import type { StartView } from '../../domain/battle-view.ts'
import type { FinishedBattle } from '../../server/battle/port.ts'
import type { Database } from '../../server/storage/database.ts'
import { sqlBattleStore } from '../../server/storage/sql/battles/battle-store.ts'
import { sqlGuestStore } from '../../server/storage/sql/practice/guest-store.ts'
import { enter, join, meetBot, smallArena, type Guest } from '../factories/small-arena.ts'

const DIVISION = 'addition_subtraction'
const LOST = { victories: 0, battles: 1, currentStreak: 0 }
const WON = { victories: 1, battles: 1, currentStreak: 1 }

/** The start of the battle as the guest received it. */
function startOf({ received }: Guest): StartView {
  const found = received.findLast(([name]) => name === 'battle-start')
  if (!found) throw new Error('no battle started')
  return found[1] as StartView
}

function answerRight(guest: Guest, problemIndex: number, responseTime = 1000): void {
  const { battleId, problems } = startOf(guest)
  const answer = problems[problemIndex]?.answer
  guest.line.receive('battle-answer', { battleId, problemIndex, answer, responseTime })
}

function answerWrong(guest: Guest, problemIndex: number): void {
  const { battleId } = startOf(guest)
  guest.line.receive('battle-answer', { battleId, problemIndex, answer: 999, responseTime: 900 })
}

function timeOut(guest: Guest): void {
  const { battleId } = startOf(guest)
  guest.line.receive('battle-timeout', { battleId, finalScore: 0, problemsAnswered: 0 })
}

function leave({ line }: Guest): void {
  line.receive('leave-battle-queue', undefined)
}

/** What battles played in an arena come to in the store behind it. */
export function battleArenaSuite(open: () => Promise<Database>): void {
  /** An arena over the real store, and two guests in the countdown of their battle. */
  const matched = async () => {
    const database = await open()
    onTestFinished(() => database.close())
    const store = sqlBattleStore(database)
    const kept: FinishedBattle[] = []
    const save = (battle: FinishedBattle): Promise<void> => {
      kept.push(battle)
      return store.save(battle)
    }
    let made = 0
    const newPublicId = () => `public${(made += 1)}`
    const small = smallArena(
      { store: { save }, newPublicId, now: () => Date.UTC(2026, 2, 18, 20) + (made += 1) },
      5,
    )
    const [one, two] = [enter(small), enter(small)]
    join(one)
    join(two)
    small.time.forward(1000)
    const statsOf = (guest: Guest) => store.stats(guest.playerId)
    const start = () => small.time.forward(5000)
    return { ...small, database, store, kept, one, two, statsOf, start }
  }
  type Matched = Awaited<ReturnType<typeof matched>>

  /** Everything is stored that has ended. */
  const stored = ({ arena }: Matched): Promise<void> => arena.drain()

  describe('an arena over the BattleStore', () => {
    test('[BAT-70, BAT-74] a player who drops out or leaves before the first problem loses the battle and the streak, and is in everybody’s history', async () => {
      const battle = await matched()
      const { one, two, store, time, start, statsOf } = battle
      start()
      answerRight(one, 0)
      time.forward(63_000)
      await expect.poll(() => statsOf(one)).toMatchObject(WON)
      for (const guest of [one, two]) join(guest)
      time.forward(1000)
      leave(one)
      start()
      answerRight(two, 0)
      time.forward(63_000)
      await stored(battle)
      expect(await statsOf(one)).toMatchObject({ victories: 1, battles: 2, currentStreak: 0, bestStreak: 1 })
      expect(await statsOf(two)).toMatchObject({ victories: 1, battles: 2, currentStreak: 1 })
      expect(await store.history(one.playerId, 10)).toMatchObject([
        { score: 0, rank: 2, players: 2, winner: { kind: 'person' } },
        { score: 5, rank: 1, players: 2, winner: { kind: 'you' } },
      ])
    })

    test('[BAT-107] a guest’s seconds in a battle count toward the day once, from the start until the end or leaving', async () => {
      const battle = await matched()
      const { one, two, database, store, kept, time, start } = battle
      const guests = sqlGuestStore(database)
      const secondsOf = async ({ playerId }: Guest) => (await guests.find(playerId))?.secondsPlayed
      start()
      answerRight(one, 0)
      time.forward(20_000)
      leave(two)
      time.forward(43_000)
      await expect.poll(() => secondsOf(one)).toBe(60)
      // The clock of the test runs on by itself as well.
      const left = (await secondsOf(two)) ?? 0
      expect(Math.abs(left - 22)).toBeLessThanOrEqual(2)
      for (const finished of kept) await store.save(finished)
      meetBot(one)
      time.forward(5000)
      start()
      answerRight(one, 0)
      leave(one)
      await stored(battle)
      const again = (await secondsOf(one)) ?? 0
      expect(Math.abs(again - 67)).toBeLessThanOrEqual(2)
      expect(await secondsOf(two)).toBe(left)
    })

    test('[BAT-70] stores neither a countdown that never started nor a battle in which nobody attempted anything', async () => {
      const battle = await matched()
      const { one, two, arena, time, start, statsOf } = battle
      for (const guest of [one, two]) leave(guest)
      expect(arena.levels().liveBattles).toBe(0)
      for (const guest of [one, two]) join(guest)
      time.forward(1000)
      start()
      leave(two)
      time.forward(63_000)
      await stored(battle)
      for (const guest of [one, two]) expect(await statsOf(guest)).toMatchObject({ battles: 0 })
    })

    test('[BAT-76] two tokens cannot win in seconds by leaving in the countdown or timing out at once', async () => {
      const battle = await matched()
      const { one, two, store, start, statsOf } = battle
      leave(two)
      start()
      answerRight(one, 0)
      timeOut(one)
      expect(one.received.at(-1)).toMatchObject([
        'battle-end',
        { isWinner: true, playerRank: 1, immediate: true, uncounted: true },
      ])
      await stored(battle)
      for (const guest of [one, two]) expect(await statsOf(guest)).toMatchObject(LOST)
      expect(await store.history(one.playerId, 10)).toMatchObject([{ score: 5, rank: 1, winner: null }])
      expect(await store.board(DIVISION, 10)).toMatchObject([
        { wins: 0, winStreak: 0, topScore: 5 },
        { wins: 0, winStreak: 0, topScore: 0 },
      ])
    })

    test('[BAT-76] answers of the second player do not make an instant win count either, right or wrong, whoever ends the battle', async () => {
      for (const answer of [answerRight, answerWrong]) {
        const battle = await matched()
        const { one, two } = battle
        battle.start()
        for (let at = 0; at < 3; at += 1) {
          battle.time.forward(400)
          answer(two, at)
          answerRight(one, at)
        }
        battle.time.forward(400)
        answerRight(one, 3)
        timeOut(two)
        timeOut(one)
        expect(two.received.at(-1)).toMatchObject(['battle-end', { playerRank: 2, uncounted: true }])
        await stored(battle)
        expect(await battle.statsOf(one)).toMatchObject({ battles: 1, victories: 0 })
      }
      const quick = await matched()
      const bold = enter(quick)
      meetBot(bold)
      quick.start()
      for (let at = 0; at < 20; at += 1) {
        quick.time.forward(300)
        answerRight(bold, at)
      }
      timeOut(bold)
      expect(bold.received.at(-1)).toMatchObject(['battle-end', { immediate: true }])
      await stored(quick)
      expect(await quick.statsOf(bold)).toMatchObject({ battles: 1, victories: 0 })
    })

    test('[BAT-76] a full-length battle is a win, even if its problems ran out or there was no opponent', async () => {
      const alone = await matched()
      const bold = enter(alone)
      meetBot(bold)
      leave(alone.two)
      alone.start()
      answerRight(alone.one, 0)
      for (let at = 0; at < 20; at += 1) {
        // Some quicker, some slower, as people are.
        const takesMs = at % 2 === 0 ? 800 : 1200
        alone.time.forward(takesMs)
        answerRight(bold, at, takesMs)
      }
      timeOut(bold)
      // A page's clock may be a little ahead.
      alone.time.forward(38_500)
      timeOut(alone.one)
      expect(alone.one.received.at(-1)).toMatchObject(['battle-end', { immediate: true }])
      await stored(alone)
      expect(await alone.statsOf(alone.one)).toMatchObject(WON)
      expect(bold.received.at(-1)).toMatchObject(['battle-end', { isWinner: true }])
      expect(await alone.statsOf(bold)).toMatchObject(WON)
    })

    test('[BAT-76, BAT-74] first place without a win leaves one’s own streak alone, and a loss ends the other’s', async () => {
      const battle = await matched()
      const { one, two, time, start, statsOf } = battle
      const win = (guest: Guest, isWhole: boolean): void => {
        answerRight(guest, 0)
        if (isWhole) time.forward(63_000)
        else for (const player of [one, two]) timeOut(player)
        for (const player of [one, two]) join(player)
        time.forward(1000)
      }
      start()
      win(one, true)
      start()
      win(one, false)
      await expect
        .poll(() => statsOf(one))
        .toMatchObject({ victories: 1, battles: 2, currentStreak: 1, bestStreak: 1 })
      start()
      win(one, true)
      await expect
        .poll(() => statsOf(one))
        .toMatchObject({ victories: 2, battles: 3, currentStreak: 2, bestStreak: 2 })
      start()
      win(two, false)
      await expect.poll(() => statsOf(two)).toMatchObject({ victories: 0, battles: 4, currentStreak: 0 })
      expect(await statsOf(one)).toMatchObject({ victories: 2, battles: 4, currentStreak: 0, bestStreak: 2 })
    })

    test('[BAT-76] a server that stops in the middle takes no win from the leader', async () => {
      const battle = await matched()
      battle.start()
      answerRight(battle.one, 0)
      await stored(battle)
      expect(battle.one.received.at(-1)).toMatchObject(['battle-end', { isWinner: true, immediate: true }])
      expect(battle.one.received.at(-1)?.[1]).not.toHaveProperty('uncounted')
      expect(await battle.statsOf(battle.one)).toMatchObject(WON)
      expect(await battle.statsOf(battle.two)).toMatchObject(LOST)
    })
  })
}
