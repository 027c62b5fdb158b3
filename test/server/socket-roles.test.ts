import { expect, test } from 'vitest'
import { clientEvents, type ClientEventName, type ServerPayload } from '../../contract/battle-events.ts'
import { battlePlayer, wishOf, type BattlePlayer } from '../factories/battle-player.ts'
import { startArena, type RunningArena } from '../factories/battle-server.ts'
import { newToken } from '../factories/guest-calls.ts'
import { CALLERS, roleWorld, type Caller, type RoleWorld } from '../factories/role-world.ts'

type Start = ServerPayload<'battle-start'>

/** What a caller's line may say: `own` is the token that the caller's own page plays under. */
type Scene = RoleWorld & { readonly own: string; readonly anasToken: string; readonly anasBattle: Start }
type Event = readonly [name: ClientEventName, payload?: Readonly<Record<string, unknown>>]

/**
 * An event on the line of a page that carries the caller's cookies, and what each caller receives, in the order of CALLERS:
 * the event's name or the code of its refusal, `-` for nothing but scores. A `!` says that Ana's battle is no longer what it was. `before`
 * is sent first, and the response to it does not count. Ana is in the middle of a battle.
 */
type Row = {
  readonly before?: (scene: Scene) => Event
  readonly event: (scene: Scene) => Event
  readonly received: string
}

const same = (verdict: string): string => CALLERS.map(() => verdict).join(' ')
/** Ana's own page, signed in under her token, and everybody else. */
const anaAlone = (ana: string, others: string): string =>
  CALLERS.map((caller) => (caller === 'student' ? ana : others)).join(' ')

const join = (token: string): Event => ['join-battle-queue', wishOf(token)]
const computer = (token: string): Event => ['start-computer-battle', { ...wishOf(token), botId: 'bot-1' }]
const ready = (playerId: string, { battleId }: Start): Event => ['battle-ready', { battleId, playerId }]
const leave: Event = ['leave-battle-queue']
const answerOf = ({ battleId, problems }: Start): Event => [
  'battle-answer',
  { battleId, problemIndex: 0, answer: problems[0]?.answer, responseTime: 1000 },
]
const timeoutOf = ({ battleId }: Start): Event => [
  'battle-timeout',
  { battleId, finalScore: 0, problemsAnswered: 0 },
]

const TABLE: readonly Row[] = [
  // Under the own token: into the queue, and Ana back into her battle, which another tab of hers had.
  { event: ({ own }) => join(own), received: anaAlone('battle-start!', 'queue-joined') },
  { event: ({ own }) => computer(own), received: anaAlone('battle-start!', 'battle-countdown') },
  {
    event: ({ own, anasBattle }) => ready(own, anasBattle),
    received: anaAlone('battle-start!', 'unknown_battle'),
  },

  // A token is all the right there is, for a guest’s and for a student’s: no cookie gives more, and none takes it away.
  { event: ({ guestToken }) => join(guestToken), received: same('queue-joined') },
  { event: ({ guestToken }) => computer(guestToken), received: same('battle-countdown') },
  { event: ({ guestToken, anasBattle }) => ready(guestToken, anasBattle), received: same('unknown_battle') },
  { event: ({ anasToken }) => join(anasToken), received: same('battle-start!') },
  { event: ({ anasToken }) => computer(anasToken), received: same('battle-start!') },
  { event: ({ anasToken, anasBattle }) => ready(anasToken, anasBattle), received: same('battle-start!') },

  // What those who look after a child know of it is no token.
  { event: ({ ana }) => join(ana.id), received: same('bad_event') },
  { event: ({ ana }) => computer(ana.id), received: same('bad_event') },
  { event: ({ ana, anasBattle }) => ready(ana.id, anasBattle), received: same('bad_event') },

  // A line that has named no token is nobody’s, whoever is signed in in its browser.
  { event: ({ anasBattle }) => answerOf(anasBattle), received: same('unknown_battle') },
  { event: ({ anasBattle }) => timeoutOf(anasBattle), received: same('unknown_battle') },
  { event: () => leave, received: same('-') },

  // A line that is a player’s of its own reaches into no other battle, though it knows that battle’s id.
  {
    before: ({ own }) => computer(own),
    event: ({ anasBattle }) => answerOf(anasBattle),
    received: anaAlone('-!', 'unknown_battle'),
  },
  {
    before: ({ own }) => computer(own),
    event: ({ anasBattle }) => timeoutOf(anasBattle),
    received: anaAlone('battle-end!', 'unknown_battle'),
  },
  { before: ({ own }) => join(own), event: () => leave, received: anaAlone('-!', '-') },

  // Nor does it become another player’s.
  {
    before: () => join(newToken()),
    event: ({ anasToken }) => join(anasToken),
    received: same('bad_event'),
  },
  {
    before: () => join(newToken()),
    event: ({ anasToken }) => computer(anasToken),
    received: same('bad_event'),
  },
  {
    before: () => join(newToken()),
    event: ({ anasToken, anasBattle }) => ready(anasToken, anasBattle),
    received: same('bad_event'),
  },
]

/** Sends it, and returns what is received until the response to something sent after it. */
async function saidOn(player: BattlePlayer, [name, payload]: Event): Promise<string> {
  const from = player.received.length
  player.send(name, payload)
  player.send('start-computer-battle', { ...wishOf(newToken()), botId: 'none' })
  while ((await player.next('battle-error')).code !== 'unknown_bot');
  // Scores are sent at a pace of their own.
  const received = player.received.slice(from, -1).find(({ name: event }) => event !== 'battle-score-update')
  if (received?.name === 'battle-error') return (received.payload as { code: string }).code
  return received?.name ?? '-'
}

type Ana = { readonly page: BattlePlayer; readonly start: Start }

/** Ana's page at the first problem of a battle against a computer. */
async function anaPlays({ url, time }: RunningArena, token: string): Promise<Ana> {
  const page = await battlePlayer(url, { playerId: token })
  page.send(...computer(token))
  await page.next('battle-countdown')
  time.forward(1000)
  return { page, start: await page.next('battle-start') }
}

/**
 * Ana's page after a reload, where the one before was still the one that plays, at the first problem and without a point; null
 * where it was not, and then Ana is in no battle.
 */
async function anaAsSheWas({ url }: RunningArena, { page, start }: Ana): Promise<Ana | null> {
  const { playerId } = page
  await saidOn(page, ready(playerId, start))
  const isOutdated = page.received.some(({ name, payload }) => {
    return name === 'battle-error' && (payload as { code: string }).code === 'taken_over'
  })
  page.close()
  const reload = await battlePlayer(url, { playerId })
  const received = await saidOn(reload, ready(playerId, start))
  if (!isOutdated && received === 'battle-start') {
    const { problemIndex, scores } = await reload.next('battle-start')
    const hasNoPoint = scores?.every(({ score, you }) => !you || score === 0)
    if (problemIndex === 0 && hasNoPoint === true) return { page: reload, start }
  }
  await saidOn(reload, leave)
  reload.close()
  return null
}

async function tokensOf({ callers, guestToken }: RoleWorld): Promise<Record<Caller, string>> {
  const tokens = await Promise.all(
    CALLERS.map(async (caller) => {
      const { json } = await callers[caller].get('/api/me')
      const { playerToken } = json as { playerToken?: string | null }
      return [caller, caller === 'guest' ? guestToken : (playerToken ?? newToken())] as const
    }),
  )
  return Object.fromEntries(tokens) as Record<Caller, string>
}

test('[ACC-24] every battle socket event responds to every role as the table says, and none is missing from it', async () => {
  const arena = await startArena()
  const world = await roleWorld(arena)
  const tokens = await tokensOf(world)
  const anasToken = tokens.student
  const named = new Set<string>()
  let ana: Ana | null = null
  for (const [place, { before, event, received }] of TABLE.entries()) {
    const found: string[] = []
    let name = ''
    for (const caller of CALLERS) {
      ana ??= await anaPlays(arena, anasToken)
      const scene: Scene = { ...world, own: tokens[caller], anasToken, anasBattle: ana.start }
      const line = await battlePlayer(arena.url, { headers: { cookie: world.callers[caller].cookies } })
      if (before) await saidOn(line, before(scene))
      const said = event(scene)
      name = said[0]
      const received = await saidOn(line, said)
      ana = await anaAsSheWas(arena, ana)
      found.push(`${received}${ana ? '' : '!'}`)
      await saidOn(line, leave)
      line.close()
    }
    named.add(name)
    expect(`${place} ${name} ${found.join(' ')}`).toBe(`${place} ${name} ${received}`)
  }
  expect([...named].toSorted()).toEqual(Object.keys(clientEvents).toSorted())
})
