import { expect, test } from 'vitest'
import { seededRandom } from '../../../domain/seeded-random.ts'
import { startBuilt } from '../../factories/built-server.ts'
import { battlePlayer, type BattlePlayer } from '../../factories/battle-player.ts'
import { describePostgres, freshDatabase } from '../../factories/postgres.ts'
import { describeRedis, freshRedis } from '../../factories/redis.ts'

const PROCESSES = 3
const PLAYERS = 60

/** Another name for each place under 99. */
function nameOf(place: number): string {
  return `HappyPanda${place + 1}`
}

type Begun = { readonly battleId: string; readonly opponents: readonly string[] }

/** Every battle that a player was put into, in order, each once. */
function battlesOf({ received }: BattlePlayer): Begun[] {
  const begun = new Map<string, Begun>()
  for (const { name, payload } of received) {
    if (name !== 'battle-countdown') continue
    const { battleId, opponents } = payload as { battleId: string; opponents: { nickname: string }[] }
    begun.set(battleId, { battleId, opponents: opponents.map(({ nickname }) => nickname).toSorted() })
  }
  return [...begun.values()]
}

describePostgres('one queue of many processes', () => {
  describeRedis('in a Redis', () => {
    test.each([1, 2, 3])(
      '[ARE-6] nobody is in two battles and no waiting player is lost, however many join and leave at once (seed %i)',
      async (seed) => {
        const random = seededRandom(seed)
        const redis = await freshRedis()
        const settings = {
          DATABASE_URL: await freshDatabase(),
          REDIS_URL: redis.url,
          BATTLE_SECONDS: '30',
          BATTLE_COUNTDOWN_SECONDS: '5',
        }
        const servers = await Promise.all(Array.from({ length: PROCESSES }, () => startBuilt(settings)))
        const players = await Promise.all(
          Array.from({ length: PLAYERS }, () =>
            battlePlayer(servers[Math.floor(random() * PROCESSES)]?.origin ?? ''),
          ),
        )
        await Promise.all(
          players.map(async (player, place) => {
            const join = (): void => player.join({ nickname: nameOf(place) })
            await new Promise((resolve) => setTimeout(resolve, random() * 1500))
            join()
            // Some hesitate before they are matched; whoever was matched has left that battle then.
            if (random() < 0.3) {
              player.send('leave-battle-queue')
              await new Promise((resolve) => setTimeout(resolve, random() * 300))
              join()
            }
            if (random() < 0.2) join()
          }),
        )
        // One may be left over; the last of all to come plays with that one.
        const last = await battlePlayer(servers[0]?.origin ?? '')
        const notMatched = () => players.filter((player) => battlesOf(player).length === 0).length
        await expect.poll(notMatched).toBeLessThan(2)
        if (notMatched() > 0) last.join({ nickname: nameOf(PLAYERS) })
        await expect.poll(notMatched).toBe(0)
        const everybody = [...players, last]
        const members = new Map<string, string[]>()
        everybody.forEach((player, place) => {
          const begun = battlesOf(player)
          if (player !== last) expect(begun.length, nameOf(place)).toBeGreaterThan(0)
          for (const { battleId } of begun)
            members.set(battleId, [...(members.get(battleId) ?? []), nameOf(place)])
        })
        everybody.forEach((player, place) => {
          const { battleId, opponents } = battlesOf(player).at(-1) ?? { battleId: '', opponents: [] }
          if (battleId === '') return
          const others = members.get(battleId)?.filter((name) => name !== nameOf(place)) ?? []
          expect(opponents.length).toBeGreaterThan(0)
          // A player who left before it began received nothing of it.
          expect(opponents).toEqual(expect.arrayContaining(others))
        })
        for (const names of members.values()) expect(names.length).toBeLessThanOrEqual(3)
        // A player who did not leave a battle was never put into another.
        for (const player of everybody) {
          const left = player.received.filter(({ name }) => name === 'queue-joined').length
          expect(battlesOf(player).length).toBeLessThanOrEqual(Math.max(1, left))
        }
      },
      60_000,
    )
  })
})
