import type { BattleEvent, BattleState } from '../../domain/battle-state.ts'
import { stepPlay, waitingPlay, type BattlePlay, type BattlePlayEvent } from '../../domain/battle-play.ts'
import type { EndView } from '../../domain/battle-view.ts'
import { BOTS } from '../../domain/bot.ts'
import { seededRandom } from '../../domain/seeded-random.ts'
import { battleArena, type ArenaBattle, type Told } from './battle-arena.ts'
import { fakeClock } from './battle-clock.ts'

const PLAYERS = 7
const ROUNDS_EACH = 6
const START_MS = Date.UTC(2026, 10, 21, 15)

/** One open page of a player. A closed connection carries nothing; an open one keeps the order of what it carries. */
type Tab = {
  readonly playerId: string
  play: BattlePlay
  /** Whether the player wants to play; who left hears nothing that was still on its way. */
  wants: boolean
  isOpen: boolean
  /** Grows with every cut: what was on its way is lost. */
  cuts: number
  lastUpMs: number
  lastDownMs: number
  /** What the server knows of the line: when it was heard last, and when it is asked for a sign of life. */
  heardAtMs: number
  askAtMs: number
  /** False on a new line until the server has heard it. */
  isKnown: boolean
}

/** The points that an honest page showed for an answer, by the event in which it comes in. */
export type Shown = ReadonlyMap<BattleEvent, number>
type Around = { readonly arena: Arena; readonly shown: Shown }
type AnswerMessage = { readonly battleId: string; readonly problemIndex: number }

export type World = {
  readonly battles: readonly ArenaBattle[]
  /** All that was told about the end of a battle, by battle. */
  readonly ends: ReadonlyMap<string, readonly EndView[]>
  /** The pages that were open to the last, and where they are. */
  readonly lastPlays: readonly BattlePlay[]
}

/**
 * Plays a world of some twenty battles from one seed: children who answer right and wrong, quick and slow, cheats, joins,
 * leaves, cuts, repeats, delays, second tabs and bots. `watch` sees every step of every battle.
 */
export function playWorld(
  seed: number,
  watch: (battle: ArenaBattle, before: BattleState, event: BattleEvent, around: Around) => void,
): World {
  const random = seededRandom(seed)
  const chance = (share: number): boolean => random() < share
  const between = (from: number, to: number): number => from + random() * (to - from)
  const clock = fakeClock(START_MS)
  const present = new Map<string, Tab>()
  const ends = new Map<string, EndView[]>()
  const shown = new Map<BattleEvent, number>()
  /** Battle and player where somebody cheated, or loaded the page anew: then the page knows less than the referee. */
  const doubtful = new Set<string>()
  const arena: Arena = battleArena({
    clock,
    random,
    tell: (playerId, told) => {
      const tab = present.get(playerId)
      if (!tab) return
      down(tab, () => hear(tab, told))
      if (told.name === 'battle-start') askIfSeen(tab)
    },
    watch: (battle, before, event) => watch(battle, before, event, { arena, shown }),
  })

  /** To the server, in order, unless the line is cut meanwhile. */
  function carryUp(tab: Tab, arrive: () => void): void {
    if (!tab.isOpen) return
    const cuts = tab.cuts
    tab.lastUpMs = Math.max(tab.lastUpMs, clock.nowMs() + between(2, chance(0.05) ? 900 : 80))
    clock.later(tab.lastUpMs - clock.nowMs(), () => {
      if (tab.cuts !== cuts) return
      arrive()
    })
  }

  function up(tab: Tab, happen: () => void, isAnswer = false): void {
    carryUp(tab, () => {
      if (isAnswer || !tab.isKnown || tab.askAtMs !== -Infinity) heard(tab)
      happen()
      ask(tab, arena.timedSinceMs(tab.playerId) + 3000)
    })
  }

  function down(tab: Tab, arrive: () => void): void {
    if (!tab.isOpen) return
    const cuts = tab.cuts
    tab.lastDownMs = Math.max(tab.lastDownMs, clock.nowMs() + between(2, 80))
    clock.later(tab.lastDownMs - clock.nowMs(), () => {
      if (tab.cuts === cuts) arrive()
    })
  }

  function silentSinceMs({ askAtMs, heardAtMs }: Tab): number {
    return clock.nowMs() - askAtMs > 600 ? heardAtMs : clock.nowMs()
  }

  /** A sign of life has reached the server, on this line or first of all on a new one. */
  function heard(tab: Tab): boolean {
    const nowMs = clock.nowMs()
    const sinceMs = silentSinceMs(tab)
    if (!tab.isKnown) arena.disconnected(tab.playerId, sinceMs)
    else if (sinceMs < nowMs && present.get(tab.playerId) === tab) arena.silent(tab.playerId, sinceMs)
    tab.isKnown = true
    tab.heardAtMs = nowMs
    if (nowMs >= tab.askAtMs) tab.askAtMs = Infinity
    return sinceMs < nowMs
  }

  /** What was told is seen when the page has given a sign of life, and until then the line counts as silent. */
  function askIfSeen(tab: Tab): void {
    tab.heardAtMs = clock.nowMs()
    tab.askAtMs = -Infinity
    beg(tab)
  }

  /** The page gives a sign of life as soon as it hears that it should. */
  function beg(tab: Tab): void {
    down(tab, () =>
      carryUp(tab, () => {
        if (heard(tab)) ask(tab, arena.timedSinceMs(tab.playerId) + 3000)
      }),
    )
  }

  /** The server asks for a sign of life at that time, or a little later; the page gives it. */
  function ask(tab: Tab, atMs: number): void {
    if (atMs >= Number.MAX_SAFE_INTEGER || tab.askAtMs === -Infinity) return
    const dueMs = Math.max(clock.nowMs(), Math.ceil(atMs))
    tab.askAtMs = dueMs
    clock.later(dueMs - clock.nowMs() + between(0, 100), () => {
      if (tab.askAtMs === dueMs) beg(tab)
    })
  }

  /** The line stands still: what is sent meanwhile comes through when it is over. */
  function halt(tab: Tab): void {
    const untilMs = clock.nowMs() + between(300, 6000)
    tab.lastUpMs = Math.max(tab.lastUpMs, untilMs)
    tab.lastDownMs = Math.max(tab.lastDownMs, untilMs)
  }

  function hear(tab: Tab, told: Told): void {
    if (!tab.wants) return
    if (told.name === 'battle-start') {
      show(tab, { type: 'start', start: told.view })
      think(tab)
    } else if (told.name === 'battle-score-update') {
      show(tab, { type: 'scores', scores: told.view.scores })
    } else if (told.name === 'battle-end') {
      const { battleId } = told.view
      ends.set(battleId, [...(ends.get(battleId) ?? []), told.view])
      show(tab, { type: 'end', end: told.view })
    } else if (tab.play.stage !== 'waiting' || tab.play.battleId !== told.view.battleId) {
      tab.play = waitingPlay(told.view.battleId)
    }
  }

  function show(tab: Tab, event: BattlePlayEvent): void {
    const { play, send } = stepPlay(tab.play, event, clock.nowMs())
    const isNewlyDone = play.stage === 'calculating' && tab.play.stage !== 'calculating'
    tab.play = play
    if (isNewlyDone) tickUntilEnded(tab)
    for (const message of send) {
      const { battleId } = message
      const repeats = chance(0.05) ? 2 : 1
      const lies = chance(0.05)
      for (let time = 0; time < repeats; time += 1) {
        const happen = (): void =>
          arena.toSeat(tab.playerId, battleId, (seat): BattleEvent => {
            if (message.name === 'battle-ready') return { type: 'ready', seat }
            if (message.name === 'battle-timeout') return { ...message, type: 'timeout', seat }
            const answer: BattleEvent = {
              ...message,
              type: 'answer',
              seat,
              responseTimeMs: lies ? 300 : message.responseTime,
            }
            if (lies) doubtful.add(`${battleId} ${tab.playerId}`)
            const points = pointsShown(tab, message)
            if (points !== undefined && !doubtful.has(`${battleId} ${tab.playerId}`))
              shown.set(answer, points)
            return answer
          })
        up(tab, happen, message.name === 'battle-answer')
      }
    }
  }

  function pointsShown({ play }: Tab, { battleId, problemIndex }: AnswerMessage): number | undefined {
    if (!('run' in play) || play.run.battleId !== battleId) return undefined
    return play.run.given.find((given) => given.problemIndex === problemIndex)?.points
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
      if (chance(0.03)) cheat(tab, run.battleId)
      think(tab)
    })
    clock.later(run.endsAtMs - clock.nowMs(), () => show(tab, { type: 'tick' }))
  }

  function cheat(tab: Tab, ownBattle: string): void {
    const others = arena.battles.at(Math.floor(random() * arena.battles.length))?.log.plan.battleId
    const battleId = chance(0.5) ? ownBattle : (others ?? ownBattle)
    const problemIndex = Math.floor(between(-2, 24))
    const answer = arena.battles.find(({ log }) => log.plan.battleId === battleId)?.state.setup.problems[
      problemIndex
    ]
    const forged = chance(0.2)
    doubtful.add(`${battleId} ${tab.playerId}`)
    up(tab, () =>
      arena.toSeat(tab.playerId, battleId, (seat) =>
        forged
          ? { type: 'timeout', seat, problemsAnswered: 9999 }
          : { type: 'answer', seat, problemIndex, answer: answer?.answer ?? 1, responseTimeMs: 1 },
      ),
    )
  }

  function cut(tab: Tab): void {
    if (!tab.isOpen) return
    tab.isOpen = false
    tab.cuts += 1
    show(tab, { type: 'disconnected' })
    clock.later(between(0, 300), () => {
      if (present.get(tab.playerId) !== tab || tab.isOpen) return
      arena.disconnected(tab.playerId, silentSinceMs(tab))
    })
  }

  function leave(tab: Tab): void {
    if (!tab.isOpen) return
    tab.wants = false
    tab.play = waitingPlay(null)
    up(tab, () => arena.leave(tab.playerId))
  }

  /** The line is back; what the server still thinks of the old one is over when it hears the new one. */
  function reconnect(tab: Tab): void {
    if (present.get(tab.playerId) !== tab || tab.isOpen) return
    tab.isOpen = true
    tab.isKnown = false
    show(tab, { type: 'connected' })
    if (tab.play.stage === 'calculating') tickUntilEnded(tab)
  }

  function openTab(playerId: string): Tab {
    const before = present.get(playerId)
    const known = before && before.play.stage !== 'ended' ? before.play : undefined
    if (before) {
      before.isOpen = false
      before.cuts += 1
      arena.disconnected(playerId, silentSinceMs(before))
    }
    const battleId = known && ('run' in known ? known.run.battleId : known.battleId)
    const tab: Tab = {
      playerId,
      play: waitingPlay(battleId ?? null),
      wants: true,
      isOpen: true,
      cuts: 0,
      lastUpMs: 0,
      lastDownMs: 0,
      heardAtMs: clock.nowMs(),
      askAtMs: Infinity,
      isKnown: true,
    }
    present.set(playerId, tab)
    if (battleId) doubtful.add(`${battleId} ${playerId}`)
    if (battleId) up(tab, () => arena.toSeat(playerId, battleId, (seat) => ({ type: 'ready', seat })))
    return tab
  }

  function playRound(playerId: string, round: number): void {
    if (round === ROUNDS_EACH) return
    const known = present.get(playerId)
    const tab = known?.isOpen === true && chance(0.8) ? known : openTab(playerId)
    tab.wants = true
    const bot = BOTS[Math.floor(random() * BOTS.length)]
    up(tab, () => (bot && chance(0.25) ? arena.meetBot(playerId, bot) : arena.join(playerId)))
    if (chance(0.1)) up(tab, () => arena.join(playerId))
    if (chance(0.15)) clock.later(between(0, 14_000), () => leave(tab))
    if (chance(0.1)) clock.later(between(0, 14_000), () => openTab(playerId))
    if (chance(0.4)) clock.later(between(0, 14_000), () => halt(tab))
    if (chance(0.35)) {
      clock.later(between(0, 12_000), () => {
        cut(tab)
        if (chance(0.85)) clock.later(between(50, 5000), () => reconnect(tab))
      })
    }
    clock.later(between(8000, 18_000), () => playRound(playerId, round + 1))
  }

  if (chance(0.15)) clock.later(between(20_000, 70_000), arena.stop)
  for (let at = 0; at < PLAYERS; at += 1) {
    clock.later(between(0, 3000), () => playRound(`player-${at}`, 0))
  }
  clock.run()
  const open = [...present.values()].filter(({ isOpen }) => isOpen)
  return { battles: arena.battles, ends, lastPlays: open.map(({ play }) => play) }
}

export type Arena = ReturnType<typeof battleArena>
