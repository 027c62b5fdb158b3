import { setTimeout as delay } from 'node:timers/promises'
import { DIVISIONS, PREFERENCES_OF } from '../domain/division.ts'
import type { StartView } from '../domain/battle-view.ts'
import { frameOf, RawLine } from './battle-line.ts'
import { NICKNAME, RELAY_UPDATE, seesPrepared, seesScores, type SeeUpdate } from './battle-updates.ts'

export type RelayName = 'ws' | 'socket.io'
export type ServerName = RelayName | 'tenfold'

/** A player's connection and the right answers it gives, one problem after another. */
export type Player = {
  readonly line: RawLine
  readonly battleId: string
  readonly answers: readonly number[]
  readonly see: SeeUpdate
  /** When the battle began for this page; not used at a relay. */
  readonly sinceMs: number
  next: number
}

export type Pair = readonly [Player, Player]

const SOCKET_PATH = '/socket.io/?EIO=4&transport=websocket'
const CONNECTING_AT_ONCE = 50
const JOIN = frameOf('40')
export const TYPES = DIVISIONS.flatMap((division) =>
  PREFERENCES_OF[division].map((preference) => ({ division, preference })),
)
/** Four waiting players are two battles of two; they are matched a tenth of a second after joining. */
const QUARTET = 4
const MATCHED_WITHIN_MS = 3_000

function textOf(buffer: Buffer, from: number, to: number): string {
  return buffer.toString('utf8', from, to)
}

/** Resolves when the connection receives a text with this beginning. */
export function heard(line: RawLine, beginning: string): Promise<string> {
  return new Promise((resolve) => {
    line.onText = (buffer, from, to) => {
      const text = textOf(buffer, from, Math.min(to, from + beginning.length))
      if (text === beginning) resolve(textOf(buffer, from, to))
    }
  })
}

/** A connection to the relay, or to Tenfold or Socket.IO with their handshake. */
export async function connected(port: number, server: ServerName, room: string): Promise<RawLine> {
  const line = new RawLine(port, server === 'ws' ? `/${room}` : SOCKET_PATH, () => undefined)
  if (server === 'ws') {
    await line.opened
    return line
  }
  const isOpen = heard(line, '0{')
  await line.opened
  await isOpen
  const isIn = heard(line, '40')
  line.send(JOIN)
  await isIn
  return line
}

let rooms = 0

/** Names of new rooms of two for that many players, one per player. */
function newRooms(players: number): string[] {
  const first = rooms
  rooms += Math.ceil(players / 2)
  return Array.from({ length: players }, (_, at) => `room${first + Math.floor(at / 2)}`)
}

/** That many connections, opened a few dozen at a time. */
export async function connectAll(port: number, server: ServerName, count: number): Promise<RawLine[]> {
  const lines: RawLine[] = []
  while (lines.length < count) {
    const size = Math.min(CONNECTING_AT_ONCE, count - lines.length)
    lines.push(...(await Promise.all(newRooms(size).map((room) => connected(port, server, room)))))
  }
  return lines
}

function relayPlayerOn(line: RawLine): Player {
  const { battleId } = RELAY_UPDATE
  return { line, battleId, answers: [], see: seesPrepared(), sinceMs: -Infinity, next: 0 }
}

function pairUp(players: readonly Player[]): Pair[] {
  return players.flatMap((player, at) => {
    const other = players[at + 1]
    return at % 2 === 0 && other ? [[player, other] as const] : []
  })
}

/** Puts both players of each pair into a room of their own. */
export async function relayPairs(port: number, server: RelayName, count: number): Promise<Pair[]> {
  const lines = await connectAll(port, server, 2 * count)
  if (server === 'socket.io') {
    const names = newRooms(lines.length)
    for (const [at, line] of lines.entries()) {
      const joined = heard(line, '42["joined"')
      line.send(frameOf(`42["room","${names[at]}"]`))
      await joined
    }
  }
  return pairUp(lines.map(relayPlayerOn))
}

let tokens = 0

/** A session token that nobody else has. */
export function newToken(): string {
  tokens += 1
  return `bench${String(tokens).padStart(11, '0')}`
}

/** The event that puts a player into a queue, or back into the running battle. */
export function wishFrame(playerId: string, type: (typeof TYPES)[number]): Buffer {
  const wish = { playerId, nickname: NICKNAME, location: 'California', ...type }
  return frameOf(`42${JSON.stringify(['join-battle-queue', wish])}`)
}

/** Puts players into a queue and returns what they receive at the start of their battle, in their order. */
async function starts(lines: readonly RawLine[], type: (typeof TYPES)[number]): Promise<string[]> {
  const heardAll = Promise.all(lines.map((line) => heard(line, '42["battle-start"')))
  for (const line of lines) {
    line.send(wishFrame(newToken(), type))
  }
  return Promise.race([heardAll, delay(MATCHED_WITHIN_MS, [])])
}

/** The two battles of four players, or null when three of them met. */
function battlesOf(lines: readonly RawLine[], texts: readonly string[]): Pair[] | null {
  const players = texts.flatMap((text, at): Player[] => {
    const [, start] = JSON.parse(text.slice(2)) as [string, StartView]
    const line = lines[at]
    if (!line || start.opponents.length !== 1) return []
    const { battleId, problems } = start
    const answers = problems.map(({ answer }) => answer)
    const sinceMs = performance.now()
    return [{ line, battleId, answers, see: seesScores(battleId), sinceMs, next: 0 }]
  })
  if (players.length < QUARTET) return null
  return pairUp(players.toSorted((a, b) => (a.battleId < b.battleId ? -1 : 1)))
}

/**
 * Matches connections in battles of two, in all queues at once. If a busy machine matches three, four other players replace
 * them.
 */
export async function battlePairs(port: number, lines: readonly RawLine[]): Promise<Pair[]> {
  const left = [...lines]
  const pairs: Pair[] = []
  await Promise.all(
    TYPES.map(async (type) => {
      while (left.length >= QUARTET) {
        const quartet = left.splice(0, QUARTET)
        const battles = battlesOf(quartet, await starts(quartet, type))
        if (battles) pairs.push(...battles)
        else {
          await closeAll(quartet)
          left.push(...(await connectAll(port, 'tenfold', QUARTET)))
        }
      }
    }),
  )
  return pairs
}

/** Pairs at a server, ready to answer. */
export async function pairsAt(port: number, server: ServerName, count: number): Promise<Pair[]> {
  if (server !== 'tenfold') return relayPairs(port, server, count)
  return battlePairs(port, await connectAll(port, server, 2 * count))
}

/** Closes all connections and gives the server a moment to notice. */
export async function closeAll(lines: readonly RawLine[]): Promise<void> {
  for (const line of lines) line.close()
  await Promise.all(lines.map(({ closed }) => closed))
  await delay(200)
}
