import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededRandom } from '../../domain/seeded-random.ts'
import { bundle, removeBundle, startBundle } from '../factories/bundled-server.ts'
import { battlePlayer, type BattlePlayer } from '../factories/battle-player.ts'
import { describePostgres, freshDatabase } from '../factories/postgres.ts'
import { describeRedis, freshRedis } from '../factories/redis.ts'

let outfile = ''
beforeAll(async () => {
  outfile = await bundle('server/main.ts')
})
afterAll(() => removeBundle(outfile))

const PROCESSES = 3
const PLAYERS = 60

/** Another name for each place under 99. */
function nameOf(place: number): string {
  return `HappyPanda${place + 1}`
}

type Told = { readonly battleId: string; readonly opponents: readonly string[] }

/** Every battle that a player was told to be in, in order, each once. */
function battlesOf({ heard }: BattlePlayer): Told[] {
  const told = new Map<string, Told>()
  for (const { name, payload } of heard) {
    if (name !== 'battle-countdown') continue
    const { battleId, opponents } = payload as { battleId: string; opponents: { nickname: string }[] }
    told.set(battleId, { battleId, opponents: opponents.map(({ nickname }) => nickname).toSorted() })
  }
  return [...told.values()]
}

describePostgres('one queue of many processes', () => {
  describeRedis('in a Redis', () => {
    test.each([1, 2, 3])(
      '[ARE-6] nobody is in two battles and nobody who waits is lost, however many join and leave at once (seed %i)',
      async (seed) => {
        const random = seededRandom(seed)
        const redis = await freshRedis()
        const settings = {
          DATABASE_URL: await freshDatabase(),
          REDIS_URL: redis.url,
          BATTLE_SECONDS: '30',
          BATTLE_COUNTDOWN_SECONDS: '5',
        }
        const servers = await Promise.all(
          Array.from({ length: PROCESSES }, () => startBundle(outfile, settings)),
        )
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
        const untold = () => players.filter((player) => battlesOf(player).length === 0).length
        await expect.poll(untold, { timeout: 15_000 }).toBeLessThan(2)
        if (untold() > 0) last.join({ nickname: nameOf(PLAYERS) })
        await expect.poll(untold, { timeout: 15_000 }).toBe(0)
        const everybody = [...players, last]
        const members = new Map<string, string[]>()
        everybody.forEach((player, place) => {
          const told = battlesOf(player)
          if (player !== last) expect(told.length, nameOf(place)).toBeGreaterThan(0)
          for (const { battleId } of told)
            members.set(battleId, [...(members.get(battleId) ?? []), nameOf(place)])
        })
        everybody.forEach((player, place) => {
          const { battleId, opponents } = battlesOf(player).at(-1) ?? { battleId: '', opponents: [] }
          if (battleId === '') return
          const others = members.get(battleId)?.filter((name) => name !== nameOf(place)) ?? []
          expect(opponents.length).toBeGreaterThan(0)
          // Who left before it began was told nothing of it.
          expect(opponents).toEqual(expect.arrayContaining(others))
        })
        for (const names of members.values()) expect(names.length).toBeLessThanOrEqual(3)
        // Whoever was in a battle and did not leave it was never told of another.
        for (const player of everybody) {
          const left = player.heard.filter(({ name }) => name === 'queue-joined').length
          expect(battlesOf(player).length).toBeLessThanOrEqual(Math.max(1, left))
        }
      },
      60_000,
    )
  })
})
