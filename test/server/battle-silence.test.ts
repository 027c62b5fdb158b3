import { expect, test } from 'vitest'
import type { ServerPayload } from '../../contract/battle-events.ts'
import { MAX_SILENCE_MS } from '../../domain/battle-scoring.ts'
import { battlePlayer, wishOf, type BattlePlayer } from '../factories/battle-player.ts'
import { answerRight, startArena, type RunningArena } from '../factories/battle-server.ts'
import { haltingProxy, type HaltingProxy } from '../factories/halting-proxy.ts'

type Played = {
  readonly arena: RunningArena
  readonly proxy: HaltingProxy
  readonly player: BattlePlayer
  readonly start: ServerPayload<'battle-start'>
}

/** A player whose connection can stall, right after a first answer for 5 points. */
async function playedOnce(transports: readonly string[] = ['websocket']): Promise<Played> {
  const arena = await startArena()
  const proxy = await haltingProxy(arena.url)
  const player = await battlePlayer(proxy.url, { transports })
  player.send('start-computer-battle', { ...wishOf(player.playerId), botId: 'bot-1' })
  await player.next('battle-countdown')
  arena.time.forward(1000)
  const start = await player.next('battle-start')
  arena.time.forward(1000)
  answerRight(player, start, 0)
  expect(await ownScore(player)).toBe(5)
  return { arena, proxy, player, start }
}

/** The player's score in the next update; the bot's points cause updates too. */
async function ownScore(player: BattlePlayer, before = 0): Promise<number> {
  for (;;) {
    const { scores } = await player.next('battle-score-update')
    const own = scores.find(({ you }) => you)?.score ?? 0
    if (own > before) return own
  }
}

/** Puts the clock forward while the line lives: the page is asked for a sign of life, gives it, and the server takes it in. */
async function thought({ arena, proxy }: Played, ms: number): Promise<void> {
  const passed = proxy.nextFromPage()
  arena.time.forward(3100)
  await passed
  // A call that came after it is answered after it.
  await arena.get('/healthz')
  arena.time.forward(ms - 3100)
}

test.each([
  ['below what every answer is granted', 700],
  ['a little more', 860],
  ['a second', 1000],
  ['two', 2000],
  ['six', 6000],
  ['nearly as much as there may be in a battle', MAX_SILENCE_MS - 3000],
])('[BAT-24] a network outage costs no points: 5 shown stay 5, silence %s (%i ms)', async (_, silenceMs) => {
  const { arena, proxy, player, start } = await playedOnce()
  proxy.halt()
  answerRight(player, start, 1, 2990)
  arena.time.forward(2990 + silenceMs)
  proxy.go()
  expect(await ownScore(player, 5)).toBe(10)
})

test('[BAT-24] a start delayed by a stalled connection does not count as time on the first problem', async () => {
  const arena = await startArena()
  const proxy = await haltingProxy(arena.url)
  const player = await battlePlayer(proxy.url)
  player.send('start-computer-battle', { ...wishOf(player.playerId), botId: 'bot-1' })
  await player.next('battle-countdown')
  proxy.halt()
  arena.time.forward(1000)
  arena.time.forward(2500)
  const alive = proxy.nextFromPage()
  proxy.go()
  const start = await player.next('battle-start')
  await alive
  await arena.get('/healthz')
  arena.time.forward(2900)
  answerRight(player, start, 0, 2900)
  expect(await ownScore(player)).toBe(5)
})

test('[BAT-24] silence that goes beyond the bound of a battle is counted', async () => {
  const { arena, proxy, player, start } = await playedOnce()
  proxy.halt()
  answerRight(player, start, 1, 2990)
  arena.time.forward(2990 + MAX_SILENCE_MS + 1000)
  proxy.go()
  expect(await ownScore(player, 5)).toBe(8)
})

test('[BAT-24] on a line that lives every claim is held to the clock', async () => {
  const played = await playedOnce()
  await thought(played, 10_000)
  answerRight(played.player, played.start, 1, 500)
  expect(await ownScore(played.player, 5)).toBe(8)
})

test('[BAT-24] joining again at once gives no time, on the same connection or in another tab', async () => {
  const played = await playedOnce()
  const { arena, player, start } = played
  await thought(played, 10_000)
  player.join({ preference: 'mixed' })
  expect(await player.next('battle-start')).toMatchObject({ battleId: start.battleId, problemIndex: 1 })
  answerRight(player, start, 1, 500)
  expect(await ownScore(player, 5)).toBe(8)
  await thought(played, 10_000)
  const tab = await battlePlayer(arena.url, { playerId: player.playerId })
  tab.send('battle-ready', { battleId: start.battleId, playerId: player.playerId })
  await tab.next('battle-start')
  answerRight(tab, start, 2, 500)
  expect(await ownScore(tab, 8)).toBe(11)
})

test('[BAT-24, BAT-31] a player who returns on another connection while the first is stalled loses nothing', async () => {
  const { arena, proxy, player, start } = await playedOnce()
  proxy.halt()
  arena.time.forward(9000)
  const again = await battlePlayer(arena.url, { playerId: player.playerId })
  again.send('battle-ready', { battleId: start.battleId, playerId: player.playerId })
  await again.next('battle-start')
  answerRight(again, start, 1, 2900)
  expect(await ownScore(again, 5)).toBe(10)
})

test('[BAT-24] of a page that began by polling no silence is known: the clock counts', async () => {
  const { arena, proxy, player, start } = await playedOnce(['polling'])
  proxy.halt()
  answerRight(player, start, 1, 2990)
  arena.time.forward(6000)
  proxy.go()
  expect(await ownScore(player, 5)).toBe(8)
})
