import { serverEvents, type ServerEventName } from '../../contract/battle-events.ts'
import type { BattleErrorCode } from '../../contract/battle-events.ts'
import { stepPlay, waitingPlay, type BattlePlay, type BattlePlayEvent } from '../../domain/battle-play.ts'
import type { EndView, StartView } from '../../domain/battle-view.ts'
import { BOTS } from '../../domain/bot.ts'
import { BATTLE_GRACE_MS, DIVISIONS, PREFERENCES_OF } from '../../domain/division.ts'
import { seededRandom } from '../../domain/seeded-random.ts'
import { battleArena, type ArenaLevels } from '../../server/battle/referee/arena.ts'
import type { Line } from '../../server/battle/socket/connection.ts'
import type { GatewayLine } from '../../server/battle/gateway.ts'
import type { FinishedBattle } from '../../server/battle/port.ts'
import { StorageUnavailable } from '../../server/http/errors.ts'
import { fakeClock } from '../factories/fake-clock.ts'
import { pathWatch, type RarePath } from './battle-paths.ts'
import { refereeWatch, type JournaledBattle } from './battle-referee.ts'
import { battleWatch, fault } from './battle-watch.ts'
import { hostileEvent } from './hostile-events.ts'

const PLAYERS = 9
const ROUNDS_EACH = 6
const START_MS = Date.UTC(2026, 10, 21, 15)
const WORLD_LENGTH = { durationMs: 10_000, countdownSeconds: 2, problemCount: 20 }
/** A timer of the arena is so late at most; at times it is early. */
const LATEST_MS = 28
/** From the opening of a battle to its end at the latest, its timers at each second of the countdown and at the end included. */
export const MAX_MS =
  WORLD_LENGTH.countdownSeconds * (1000 + LATEST_MS) + WORLD_LENGTH.durationMs + BATTLE_GRACE_MS + LATEST_MS

/** One open page of a player. A closed line carries nothing; an open one keeps the order of what it carries. */
type Tab = {
  readonly playerId: string
  play: BattlePlay
  /** Whether the player wants to play; a player who left receives nothing still in transit. */
  wants: boolean
  isOpen: boolean
  /** The page of a browser that can only poll cannot be asked whether it is there. */
  readonly canBeAsked: boolean
  /** Grows with every cut: what was on its way is lost. */
  cuts: number
  lastUpMs: number
  lastDownMs: number
  server: GatewayLine | null
}

export type World = {
  readonly kept: readonly FinishedBattle[]
  /** Every end sent, by battle. */
  readonly ends: ReadonlyMap<string, readonly EndView[]>
  /** All that were begun. */
  readonly battles: readonly JournaledBattle[]
  readonly refusals: ReadonlyMap<BattleErrorCode, number>
  /** How full the arena is once every page is closed. */
  readonly levels: ArenaLevels
  /** The pages that were open to the last, and where they are. */
  readonly lastPlays: readonly BattlePlay[]
  readonly walked: ReadonlySet<RarePath>
}

function tokenOf(place: number): string {
  return `player${place}`.padEnd(16, 'x')
}

/**
 * Plays a world of some twenty battles from one seed through the gateway: children who answer right and wrong, quick and slow,
 * cheats, hostile payloads, floods, joins, leaves, cuts, repeats, delays, second tabs, bots and a database that is unreachable now
 * and then. Throws as soon as something happens that may not.
 */
export async function playWorld(seed: number): Promise<World> {
  const random = seededRandom(seed)
  const chance = (share: number): boolean => random() < share
  const between = (from: number, to: number): number => from + random() * (to - from)
  const oneOf = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const clock = fakeClock(START_MS)
  const present = new Map<string, Tab>()
  const opened: Tab[] = []
  const kept: FinishedBattle[] = []
  const refusals = new Map<BattleErrorCode, number>()
  const paths = pathWatch()
  const watch = battleWatch({ nowMs: clock.nowMs, longestMs: MAX_MS })
  /** Battle and player where somebody cheated, left unnoticed, or reloaded the page: then the page knows less than the referee. */
  const doubtful = new Set<string>()
  const shown = new Map<string, number>()
  const referee = refereeWatch({
    shownPoints: (battleId, playerId, problemIndex) =>
      doubtful.has(`${battleId} ${playerId}`)
        ? undefined
        : shown.get(`${battleId} ${playerId} ${problemIndex}`),
    stepped: paths.stepped,
  })
  const polling = new Set(Array.from({ length: PLAYERS }, (_, at) => tokenOf(at)).filter(() => chance(0.1)))
  let ids = 0
  let isStopping = false
  const arena = battleArena({
    clock: {
      nowMs: clock.nowMs,
      later: (afterMs, happen) => clock.later(afterMs + between(-2, LATEST_MS), happen),
    },
    journal: referee.journal,
    length: WORLD_LENGTH,
    store: {
      save: async (battle) => {
        if (chance(0.1)) throw new StorageUnavailable()
        watch.saved(battle)
        kept.push(battle)
      },
    },
    newBattleId: () => `battle-${(ids += 1)}`,
    newSeed: () => Math.floor(random() * 2 ** 32),
    newPublicId: () => 'public',
    tokenHash: (token) => token,
    isDeleted: () => false,
    now: clock.nowMs,
    allowedNickname: (text) => (text.startsWith('bad') ? null : text),
    counts: {
      refused: (code) => refusals.set(code, (refusals.get(code) ?? 0) + 1),
      answered: () => undefined,
      flooded: () => undefined,
      waited: () => undefined,
      // At a stop this clock leaps over the time that storing has; what is really not kept is found in the end.
      lost: (error) => isStopping || fault(`a battle was lost: ${String(error)}`),
      failed: (name, error) => fault(`${name} failed: ${String(error)}`),
    },
    maxWaiting: 6,
  })

  /** To the server, in order, unless the line is cut meanwhile. */
  function carryUp(tab: Tab, arrive: (server: GatewayLine) => void): void {
    if (!tab.isOpen) return
    const cuts = tab.cuts
    tab.lastUpMs = Math.max(tab.lastUpMs, clock.nowMs() + between(2, chance(0.05) ? 900 : 80))
    clock.later(tab.lastUpMs - clock.nowMs(), () => {
      if (tab.cuts !== cuts || !tab.server) return
      if (tab.canBeAsked) watch.responded(tab.server)
      arrive(tab.server)
    })
  }

  function up(tab: Tab, name: string, payload?: unknown): void {
    carryUp(tab, (server) => {
      watch.received(tab.playerId, server, name, payload)
      if (name === 'leave-battle-queue') paths.left(tab.playerId)
      server.receive(name, payload)
    })
  }

  function carryDown(tab: Tab, arrive: () => void): void {
    if (!tab.isOpen) return
    const cuts = tab.cuts
    tab.lastDownMs = Math.max(tab.lastDownMs, clock.nowMs() + between(2, 80))
    clock.later(tab.lastDownMs - clock.nowMs(), () => {
      if (tab.cuts === cuts) arrive()
    })
  }

  /** The connection stalls: what is sent meanwhile arrives when it is over. */
  function halt(tab: Tab): void {
    const untilMs = clock.nowMs() + between(300, chance(0.2) ? 12_000 : 4000)
    tab.lastUpMs = Math.max(tab.lastUpMs, untilMs)
    tab.lastDownMs = Math.max(tab.lastDownMs, untilMs)
  }

  function receive(tab: Tab, name: ServerEventName, payload: unknown): void {
    if (!tab.wants) return
    const { code, battleId } = payload as { code?: BattleErrorCode; battleId?: string }
    if (name === 'battle-start') {
      show(tab, { type: 'start', start: payload as StartView })
      think(tab)
    } else if (name === 'battle-score-update') {
      show(tab, { type: 'scores', scores: (payload as { scores: StartView['scores'] }).scores ?? [] })
    } else if (name === 'battle-end') {
      show(tab, { type: 'end', end: payload as EndView })
    } else if (code === 'taken_over') {
      tab.wants = false
      tab.play = waitingPlay(null)
    } else if (code === 'unknown_battle') {
      if (tab.play.stage === 'calculating') show(tab, { type: 'gone' })
    } else if (name === 'battle-countdown' && battleId !== undefined) {
      if (tab.play.stage !== 'waiting' || tab.play.battleId !== battleId) tab.play = waitingPlay(battleId)
    }
  }

  function show(tab: Tab, event: BattlePlayEvent): void {
    const { play, send } = stepPlay(tab.play, event, clock.nowMs())
    const isNewlyDone = play.stage === 'calculating' && tab.play.stage !== 'calculating'
    tab.play = play
    if (isNewlyDone) tickUntilEnded(tab)
    for (const { name, ...message } of send) {
      const lies = name === 'battle-answer' && chance(0.05)
      if (lies) doubtful.add(`${message.battleId} ${tab.playerId}`)
      if ('problemIndex' in message) notePoints(tab, message)
      const payload = {
        ...message,
        ...(name === 'battle-ready' && { playerId: tab.playerId }),
        ...(lies && { responseTime: 300 }),
      }
      for (let time = chance(0.05) ? 2 : 1; time > 0; time -= 1) up(tab, name, payload)
    }
  }

  function notePoints(
    { play, playerId, canBeAsked }: Tab,
    answer: { battleId: string; problemIndex: number },
  ): void {
    const { battleId, problemIndex } = answer
    // The silence of a page that cannot be asked is not known, so its answers may be taken for slower ones.
    if (!canBeAsked || !('run' in play) || play.run.battleId !== battleId) return
    const given = play.run.given.find((one) => one.problemIndex === problemIndex)
    if (given) shown.set(`${battleId} ${playerId} ${problemIndex}`, given.points)
  }

  function doubt(playerId: string): void {
    for (const id of referee.runningOf(playerId)) doubtful.add(`${id} ${playerId}`)
  }

  function tickUntilEnded(tab: Tab): void {
    clock.later(1000, () => {
      if (tab.play.stage !== 'calculating' || present.get(tab.playerId) !== tab) return
      show(tab, { type: 'tick' })
      if (tab.isOpen) tickUntilEnded(tab)
    })
  }

  /** One child at one problem; goes on by itself as long as this page plays this battle. */
  function think(tab: Tab): void {
    if (tab.play.stage !== 'active') return
    const { run, index, attempt } = tab.play
    clock.later(between(chance(0.1) ? 100 : 500, chance(0.2) ? 4500 : 2500), () => {
      const now = tab.play
      if (now.stage !== 'active' || now.run.battleId !== run.battleId) return
      if (now.index !== index || now.attempt !== attempt) return
      const answer = run.problems[index]?.answer ?? 0
      show(tab, { type: 'answer', value: chance(0.75) ? answer : answer + 1 })
      if (chance(0.05)) cheat(tab, run.battleId)
      think(tab)
    })
    clock.later(run.endsAtMs - clock.nowMs(), () => show(tab, { type: 'tick' }))
  }

  /** Somebody else's battle, a jump, a claimed millisecond, a forged total, another name, rubbish, or a flood of it. */
  function cheat(tab: Tab, ownBattle: string): void {
    const battleId = chance(0.5) ? ownBattle : `battle-${Math.ceil(between(0, ids))}`
    const playerId = chance(0.5) ? tab.playerId : tokenOf(PLAYERS + 1)
    for (const id of [battleId, ownBattle]) doubtful.add(`${id} ${tab.playerId}`)
    const ways = [
      () => up(tab, 'battle-timeout', { battleId, finalScore: 5000, problemsAnswered: 999 }),
      () =>
        up(tab, 'battle-answer', {
          battleId,
          problemIndex: Math.floor(between(0, 24)),
          answer: Math.floor(between(0, 30)),
          responseTime: 1,
        }),
      () => up(tab, 'battle-ready', { battleId, playerId }),
      () => up(tab, 'join-battle-queue', wish(playerId)),
      () => up(tab, 'join-battle-queue', { ...wish(tab.playerId), division: 'fractions' }),
      () => up(tab, 'start-computer-battle', { ...wish(tab.playerId), botId: 'bot-7' }),
      () => up(tab, ...hostileEvent(random, tab.playerId, battleId)),
      () => up(tab, ...hostileEvent(random, tab.playerId, battleId)),
    ]
    oneOf(ways)()
    if (!chance(0.02)) return
    for (let time = 0; time < 300; time += 1) up(tab, 'battle-answer', { battleId })
  }

  function wish(playerId: string): Record<string, unknown> {
    const division = oneOf(DIVISIONS)
    const preference = chance(0.8) ? 'mixed' : oneOf(PREFERENCES_OF[division])
    const nickname = chance(0.1) ? 'bad name' : `nick ${playerId.slice(0, 7)}`
    return { playerId, nickname, location: chance(0.1) ? 'bad place' : 'Reno', division, preference }
  }

  function open(tab: Tab): void {
    tab.isOpen = true
    paths.opened(tab)
    const { cuts } = tab
    const ask = (): void => {
      const askedAtMs = clock.nowMs()
      const answer = (server: GatewayLine): void => {
        paths.waitedForLife(tab.playerId, tab, clock.nowMs() - askedAtMs)
        server.receiveOther()
        paths.lifeTaken(tab.playerId)
      }
      if (tab.cuts === cuts) carryDown(tab, () => carryUp(tab, answer))
    }
    const line: Line = {
      send: (packet) => {
        const [name, payload] = JSON.parse(packet.slice(1)) as [ServerEventName, unknown]
        if (!Object.hasOwn(serverEvents, name)) fault(`there is no event ${name}`)
        watch.sent(tab.playerId, name, serverEvents[name].parse(payload), packet)
        paths.sent(tab.playerId, tab, { name, ...(payload as { battleId?: string; code?: BattleErrorCode }) })
        if (tab.cuts === cuts) carryDown(tab, () => receive(tab, name, payload))
      },
      close: () => cut(tab),
      ping: tab.canBeAsked ? ask : null,
    }
    tab.server = arena.gateway.connect(line, 'the one address of all')
  }

  /** The page knows at once, the server a little later, or when its pings have found nobody. */
  function cut(tab: Tab): void {
    if (!tab.isOpen) return
    const { server } = tab
    tab.isOpen = false
    tab.server = null
    tab.cuts += 1
    show(tab, { type: 'disconnected' })
    clock.later(between(0, chance(0.2) ? 6000 : chance(0.1) ? 70_000 : 300), () => server?.closed())
  }

  function leave(tab: Tab): void {
    if (!tab.isOpen) return
    tab.wants = false
    tab.play = waitingPlay(null)
    up(tab, 'leave-battle-queue', chance(0.5) ? undefined : { anything: true })
  }

  function reconnect(tab: Tab): void {
    if (present.get(tab.playerId) !== tab || tab.isOpen) return
    open(tab)
    show(tab, { type: 'connected' })
    if (tab.play.stage === 'calculating') tickUntilEnded(tab)
  }

  /** A second tab beside the first, or a reload: then the first one's line closes. */
  function openTab(playerId: string): Tab {
    const before = present.get(playerId)
    const known = before && before.wants && before.play.stage !== 'ended' ? before.play : undefined
    if (before && chance(0.5)) cut(before)
    const battleId = known && ('run' in known ? known.run.battleId : known.battleId)
    const tab: Tab = {
      playerId,
      play: waitingPlay(battleId ?? null),
      wants: true,
      isOpen: false,
      canBeAsked: !polling.has(playerId),
      cuts: 0,
      lastUpMs: 0,
      lastDownMs: 0,
      server: null,
    }
    open(tab)
    opened.push(tab)
    present.set(playerId, tab)
    doubt(playerId)
    if (battleId) up(tab, 'battle-ready', { battleId, playerId })
    return tab
  }

  function playRound(playerId: string, round: number): void {
    if (round === ROUNDS_EACH) return
    const known = present.get(playerId)
    const tab = known?.isOpen === true && chance(0.8) ? known : openTab(playerId)
    // The server may not have received that the player had left.
    if (!tab.wants) doubt(playerId)
    tab.wants = true
    if (chance(0.25)) up(tab, 'start-computer-battle', { ...wish(playerId), botId: oneOf(BOTS).id })
    else up(tab, 'join-battle-queue', wish(playerId))
    if (chance(0.1)) up(tab, 'join-battle-queue', wish(playerId))
    if (chance(0.15)) clock.later(between(0, 14_000), () => leave(tab))
    if (chance(0.1)) clock.later(between(0, 14_000), () => openTab(playerId))
    if (chance(0.3)) clock.later(between(0, 14_000), () => halt(tab))
    // Who waits is on a line that may die as well as any other.
    if (chance(0.2)) clock.later(between(0, 1500), () => (chance(0.5) ? halt(tab) : cut(tab)))
    if (chance(0.35)) {
      clock.later(between(0, 12_000), () => {
        cut(tab)
        if (chance(0.85)) clock.later(between(50, 5000), () => reconnect(tab))
      })
    }
    clock.later(between(8000, 18_000), () => playRound(playerId, round + 1))
  }

  if (chance(0.15)) {
    clock.later(between(10_000, 80_000), () => {
      isStopping = true
      void arena.drain()
    })
  }
  for (let at = 0; at < PLAYERS; at += 1) {
    clock.later(between(0, 3000), () => playRound(tokenOf(at), 0))
  }
  clock.run()
  // Storing is the one thing that really waits.
  while (arena.levels().unsaved > 0) {
    await new Promise((resolve) => setImmediate(resolve))
    clock.run()
  }
  const lastPlays = [...present.values()].filter(({ isOpen }) => isOpen).map(({ play }) => play)
  for (const tab of opened) cut(tab)
  clock.run()
  return {
    kept,
    ends: watch.ends,
    battles: [...referee.battles.values()],
    refusals,
    levels: arena.levels(),
    lastPlays,
    walked: paths.walked,
  }
}
