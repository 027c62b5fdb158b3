import { expect, type Page } from '@playwright/test'
import type { BattleType } from '../../domain/division.ts'
import { messages } from '../../web/features/battle/messages.en.ts'
import { boardMessages as battleBoardMessages } from '../../web/features/battle/boards.messages.en.ts'
import { championMessages } from '../../web/features/battle/champions.messages.en.ts'
import { rivalAt, type Rival, type RivalName } from './battle-rival.ts'
import { battleScreen, bePlayer, give, giveRight, queueOf, rightAnswer } from './battle-screen.ts'
import { randomToken } from './guest.ts'
import type { Screen } from './screens.ts'

const TYPE: BattleType = { division: 'multiplication_division', preference: 'mixed' }
const QUEUE = queueOf(TYPE.division, TYPE.preference)
const BATTLE_MS = 60_000
/** Settings of a server for these screens. */
export const SCREEN_BATTLES = { BATTLE_PROBLEMS: '10' }
const WRONG = 999

const HEDGEHOG: RivalName = { nickname: 'ThankfulHedgehog42', location: 'California' }
const ELEPHANT: RivalName = { nickname: 'GracefulElephant99', location: 'Bavaria, Germany' }

/** Names that stand on the boards; the second one's browser shows them. */
const PLAYERS = [
  'WiseOwl8',
  'SwiftFox42',
  'HappyKoala5',
  'BraveTiger12',
  'KindPanda77',
  'CleverDuck3',
] as const
const OWN_AT = 1
const ownToken = randomToken()

type Scene = {
  readonly page: Page
  readonly screen: ReturnType<typeof battleScreen>
  readonly rivals: Rival[]
}

/** A battle against these, from its first problem on. */
async function fight(page: Page, names: readonly RivalName[]): Promise<Scene> {
  const screen = battleScreen(page)
  const scene = await meet(page, names)
  await expect(screen.answer).toBeFocused()
  return scene
}

/** The countdown before a battle against these. */
async function meet(page: Page, names: readonly RivalName[]): Promise<Scene> {
  const screen = battleScreen(page)
  await bePlayer(page, { nickname: 'SwiftFox42' })
  await page.goto(QUEUE)
  await expect(screen.searching).toBeVisible()
  const { origin } = new URL(page.url())
  const rivals = await Promise.all(names.map((name) => rivalAt(origin, name)))
  page.once('close', () => rivals.forEach((rival) => rival.close()))
  for (const rival of rivals) rival.join(TYPE)
  await expect(screen.countdown).toBeVisible()
  return { page, screen, rivals }
}

/** The clock of this page runs out. */
async function letTimePass({ page }: Scene): Promise<void> {
  await page.clock.fastForward(BATTLE_MS)
}

/** First place of a battle that is ended sooner is no win (BAT-76); with as few problems as `SCREEN_BATTLES` has it is one then. */
async function lastedLongEnough(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 3000))
}

async function finishAll(scene: Scene): Promise<void> {
  await lastedLongEnough()
  for (const rival of scene.rivals) rival.finish()
  await letTimePass(scene)
  await expect(scene.screen.results).toBeVisible()
}

const scene = (name: string, open: (page: Page) => Promise<void>): Screen => ({ name, open })

const rightAnswers = [7, 6, 4, 2, 3, 1]
const ROUNDS = 3

/** Battles of many children one after the other, so that the boards have rows, streaks and champions. */
async function fillBoards(origin: string): Promise<void> {
  const rivals = await Promise.all(
    PLAYERS.map((nickname, at) =>
      rivalAt(origin, { nickname, playerId: at === OWN_AT ? ownToken : randomToken() }),
    ),
  )
  const groups: readonly (readonly [BattleType, readonly number[]])[] = [
    [{ division: 'addition_subtraction', preference: 'mixed' }, [0, 3, 5]],
    [{ division: 'multiplication_division', preference: 'mixed' }, [1, 2, 4]],
    [{ division: 'multiplication_division', preference: 'division' }, [0, 3]],
    [{ division: 'addition_subtraction', preference: 'addition' }, [1, 2, 4, 5]],
  ]
  const play = async ([type, players]: (typeof groups)[number]): Promise<void> => {
    for (const at of players) rivals[at]?.join(type)
    await Promise.all(
      players.map(async (at) => {
        await Promise.all([rivals[at]?.answer(rightAnswers[at] ?? 1), lastedLongEnough()])
        rivals[at]?.finish()
        await rivals[at]?.ended()
      }),
    )
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    await Promise.all(groups.slice(0, 2).map(play))
    await Promise.all(groups.slice(2).map(play))
  }
  for (const rival of rivals) rival.close()
}

const filled = new Map<string, Promise<void>>()

/** A page that shows what was played here, as one of those who played sees it. */
const afterBattles = (name: string, path: string, shown: (page: Page) => Promise<void>): Screen =>
  scene(name, async (page) => {
    await bePlayer(page, { nickname: PLAYERS[OWN_AT], sessionToken: ownToken })
    await page.goto('/about')
    const { origin } = new URL(page.url())
    if (!filled.has(origin)) filled.set(origin, fillBoards(origin))
    await filled.get(origin)
    await page.goto(path)
    await shown(page)
  })

/** The battles, beyond those of their screens that need nobody else (`PAGE_SCREENS`). Boards first: they show who played. */
export const BATTLE_SCREENS: readonly Screen[] = [
  afterBattles('battle-boards', '/battle-leaderboard', async (page) => {
    await expect(page.getByText(battleBoardMessages.stats.victories)).toBeVisible()
    await expect(page.getByText(PLAYERS[0]).first()).toBeVisible()
  }),
  afterBattles('battle-champions', '/guest', async (page) => {
    const champions = page.getByRole('region', { name: championMessages.title })
    await expect(champions.getByText(PLAYERS[0]).first()).toBeVisible()
    await champions.scrollIntoViewIfNeeded()
  }),
  scene('battle-queue', async (page) => {
    await bePlayer(page, { nickname: 'SwiftFox42' })
    await page.goto(QUEUE)
    await expect(battleScreen(page).searching).toBeVisible()
    await expect(page.getByText('0:02')).toBeVisible()
  }),
  scene('battle-countdown', async (page) => {
    await meet(page, [HEDGEHOG, ELEPHANT])
  }),
  scene('battle-arena', async (page) => {
    const { rivals } = await fight(page, [HEDGEHOG, ELEPHANT])
    await Promise.all([rivals[0]?.answer(6), rivals[1]?.answer(2), giveRight(page, 4)])
    await page.keyboard.type('1')
  }),
  scene('battle-not-yet', async (page) => {
    const { rivals } = await fight(page, [HEDGEHOG])
    await Promise.all([rivals[0]?.answer(3), giveRight(page, 2)])
    await give(page, WRONG)
    await expect(page.getByText(messages.arena.tryAgain)).toBeVisible()
  }),
  scene('battle-reveal', async (page) => {
    await fight(page, [HEDGEHOG])
    await giveRight(page)
    const answer = await rightAnswer(page)
    await give(page, WRONG)
    await give(page, WRONG)
    await expect(page.getByText(messages.arena.reveal(answer))).toBeVisible()
  }),
  scene('battle-lost', async (page) => {
    const lines: (() => Promise<void>)[] = []
    let isCut = false
    await page.routeWebSocket(/socket\.io/, (line) => {
      lines.push(() => line.close())
      if (!isCut) line.connectToServer()
    })
    await fight(page, [HEDGEHOG])
    await giveRight(page)
    isCut = true
    for (const cut of lines) await cut()
    await expect(battleScreen(page).lost).toBeVisible()
  }),
  scene('battle-calculating', async (page) => {
    const battle = await fight(page, [HEDGEHOG])
    await giveRight(page, 3)
    await expect(page.getByText('+5', { exact: true })).toBeHidden()
    // To the line, so much time at once is a silence: it is reopened, sooner than a look may come.
    const reopened = page.waitForEvent('websocket')
    await letTimePass(battle)
    await expect(battle.screen.calculating).toBeVisible()
    await reopened
    await expect(page.getByText(messages.arena.stillAway)).toBeHidden()
  }),
  scene('battle-results-first', async (page) => {
    const battle = await fight(page, [HEDGEHOG, ELEPHANT])
    await Promise.all([battle.rivals[0]?.answer(1), battle.rivals[1]?.answer(3), giveRight(page, 4)])
    await finishAll(battle)
  }),
  scene('battle-results-second', async (page) => {
    const battle = await fight(page, [HEDGEHOG])
    await Promise.all([battle.rivals[0]?.answer(5), giveRight(page, 2)])
    await finishAll(battle)
  }),
  scene('battle-taken-over', async (page) => {
    const playerId = await bePlayer(page, { nickname: 'SwiftFox42' })
    await page.goto(QUEUE)
    await expect(battleScreen(page).searching).toBeVisible()
    const again = await rivalAt(new URL(page.url()).origin, { nickname: 'SwiftFox42', playerId })
    page.once('close', again.close)
    again.join(TYPE)
    await expect(battleScreen(page).heading(messages.stopped.title('taken_over'))).toBeVisible()
  }),
]
