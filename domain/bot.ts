import { displayLocation } from './location.ts'

export const BOT_IDS = ['bot-1', 'bot-2', 'bot-3', 'bot-4', 'bot-5', 'bot-6'] as const

export type BotId = (typeof BOT_IDS)[number]

type BotDifficulty = 'easy' | 'medium' | 'hard' | 'super_hard'

/** A computer opponent. `scoreRange` is its final score in a battle of 60 s, both ends included. */
export type Bot = {
  readonly id: BotId
  readonly name: string
  readonly city: string
  readonly country: string
  readonly difficulty: BotDifficulty
  readonly scoreRange: { readonly min: number; readonly max: number }
}

/** An answer a bot will give, `atMs` milliseconds after the start of the battle. */
export type BotAnswer = {
  readonly atMs: number
  readonly problemIndex: number
  readonly correct: boolean
  readonly points: number
}

const RANGES: Readonly<Record<BotDifficulty, Bot['scoreRange']>> = {
  easy: { min: 25, max: 55 },
  medium: { min: 50, max: 80 },
  hard: { min: 75, max: 100 },
  super_hard: { min: 100, max: 125 },
}

function bot(id: BotId, name: string, difficulty: BotDifficulty, city: string, country: string): Bot {
  return { id, name, city, country, difficulty, scoreRange: RANGES[difficulty] }
}

/** The six bots in the order of the specification's table (§3). Every name says that it is a bot. */
export const BOTS: readonly Bot[] = [
  bot('bot-1', 'Button Bot', 'easy', 'Tokyo', 'Japan'),
  bot('bot-2', 'Biscuit Bot', 'medium', 'London', 'United Kingdom'),
  bot('bot-3', 'Comet Bot', 'hard', 'Sydney', 'Australia'),
  bot('bot-4', 'Turbo Bot', 'super_hard', 'São Paulo', 'Brazil'),
  bot('bot-5', 'Pretzel Bot', 'medium', 'Berlin', 'Germany'),
  bot('bot-6', 'Mango Bot', 'hard', 'Mumbai', 'India'),
]

/** The bot with this id, or undefined for anything else. */
export function findBot(id: string): Bot | undefined {
  return BOTS.find((one) => one.id === id)
}

/** A bot's location, as it is shown beside its name. */
export function botLocation({ city, country }: Bot): string {
  return displayLocation({ location: city, country, state: '' })
}
