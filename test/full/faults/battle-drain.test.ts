import { expect, test } from 'vitest'
import { battlePlayer, wishOf } from '../../factories/battle-player.ts'
import { answerRight } from '../../factories/battle-server.ts'
import { startBuilt } from '../../factories/built-server.ts'

test('[BAT-65, BAT-33] on SIGTERM battles end with their scores, waiting players are notified, and the process exits with 0', async () => {
  const server = await startBuilt({ BATTLE_COUNTDOWN_SECONDS: '0', BATTLE_SECONDS: '60' })
  const [one, two, bored] = [
    await battlePlayer(server.origin),
    await battlePlayer(server.origin),
    await battlePlayer(server.origin),
  ]
  bored.join({ preference: 'mixed' })
  await bored.next('queue-joined')
  one.join()
  two.join()
  const { battleId } = await one.next('battle-start')
  const startedMs = performance.now()
  const ended = server.end('SIGTERM')
  for (const player of [one, two]) {
    expect(await player.next('battle-end')).toMatchObject({ battleId, immediate: true, playerRank: 1 })
  }
  expect(await bored.next('battle-error')).toMatchObject({ code: 'draining' })
  expect(await one.closed).not.toBe('io server disconnect')
  expect(await ended).toBe(0)
  expect(performance.now() - startedMs).toBeLessThan(10_000)
})

test('[BAT-65, BAT-70] a battle that is nearly over is played to its end first, and is there after the next start', async () => {
  const server = await startBuilt({ BATTLE_COUNTDOWN_SECONDS: '0', BATTLE_SECONDS: '2' })
  const player = await battlePlayer(server.origin)
  player.send('start-computer-battle', { ...wishOf(player.playerId), botId: 'bot-1' })
  const start = await player.next('battle-start')
  const { battleId } = start
  answerRight(player, start, 0)
  const ended = server.end('SIGTERM')
  expect(await player.next('battle-end')).toMatchObject({ battleId, immediate: false })
  expect(await ended).toBe(0)
  await server.start()
  const history = await fetch(`${server.origin}/api/battles/history/${player.playerId}`)
  expect(await history.json()).toMatchObject([{ battleId, players: 2 }])
})
