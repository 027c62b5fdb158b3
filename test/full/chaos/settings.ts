import { randomInt } from 'node:crypto'

/** What a run is like, from the environment; the defaults are five minutes of some hundreds of children. */
export type ChaosSettings = {
  /** Everything that is drawn is drawn from it. What the machine does in which order is not. */
  readonly seed: number
  readonly seconds: number
  readonly players: number
  readonly servers: number
}

function whole(name: string, usual: number): number {
  const text = process.env[name]
  if (text === undefined || text === '') return usual
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 0)
    throw new Error(`${name} is ${text}, and has to be a whole number`)
  return value
}

export function chaosSettings(): ChaosSettings {
  return {
    seed: whole('CHAOS_SEED', randomInt(1_000_000)),
    seconds: whole('CHAOS_SECONDS', 300),
    players: whole('CHAOS_PLAYERS', 240),
    servers: whole('CHAOS_SERVERS', 3),
  }
}
