import type { BattleErrorCode } from '../../../contract/battle-events.ts'
import type { Packet } from '../socket/packets.ts'
import type { ProcessId } from './shared-port.ts'

/** From the process that runs a battle to the one that has the line to one of its players. */
export type ToLineMessage =
  | { readonly type: 'battle_began'; readonly playerId: string; readonly battleId: string }
  | { readonly type: 'battle_over'; readonly playerId: string }
  | { readonly type: 'not_playing_here'; readonly playerId: string }
  | { readonly type: 'problem_shown'; readonly playerId: string }
  | { readonly type: 'packet'; readonly playerId: string; readonly packet: Packet }
  | { readonly type: 'refused'; readonly playerId: string; readonly code: BattleErrorCode }

/** From the process that has the line to a player to the one that runs the battle. Times are in milliseconds. */
export type ToBattleMessage =
  | { readonly type: 'resume'; readonly playerId: string; readonly silentForMs: number }
  | { readonly type: 'ready'; readonly playerId: string; readonly battleId: string }
  | {
      readonly type: 'answer'
      readonly playerId: string
      readonly battleId: string
      readonly problemIndex: number
      readonly answer: number
      readonly responseTime: number
    }
  | {
      readonly type: 'timeout'
      readonly playerId: string
      readonly battleId: string
      readonly problemsAnswered: number
    }
  | { readonly type: 'dropped'; readonly playerId: string; readonly silentForMs: number }
  | { readonly type: 'silent'; readonly playerId: string; readonly silentForMs: number }

/** A player has left a battle, which every process is told until the one that runs the battle answers. */
export type LeaveMessage =
  | { readonly type: 'left'; readonly playerId: string; readonly battleId: string }
  | { readonly type: 'leave_noted'; readonly playerId: string; readonly battleId: string }

/** About a queue, which `queue` names by division and preference. */
export type QueueMessage =
  | { readonly type: 'places_changed'; readonly queue: string }
  /** Asks whether everybody but this player who waits in the queue at that process is still there. */
  | { readonly type: 'who_waits'; readonly queue: string; readonly newest: string }
  | { readonly type: 'still_waits'; readonly queue: string; readonly playerId: string }

/** About a process. Instants are of the time that all processes have in common, in milliseconds. */
export type ProcessLifeMessage =
  | { readonly type: 'process_ended'; readonly process: ProcessId; readonly silentForMs: number }
  | { readonly type: 'back'; readonly awayForMs: number }
  /** The sender stops and asks to be taken over. */
  | { readonly type: 'take_over'; readonly atMs: number }

/** About a battle or a player in one. */
export type BattleMessage =
  | ToLineMessage
  | ToBattleMessage
  | LeaveMessage
  /** A battle of players who waited is to begin at this process; `header` is the first entry of its log. */
  | { readonly type: 'matched'; readonly battleId: string; readonly header: string }

/** What one process of an arena tells another, or all of them. */
export type ProcessMessage =
  | BattleMessage
  | QueueMessage
  | ProcessLifeMessage
  /** The sender has the line to the player's page since then. */
  | { readonly type: 'page_taken_over'; readonly playerId: string; readonly sinceMs: number }
  | { readonly type: 'player_deleted'; readonly playerId: string }

type MessageType = ProcessMessage['type']
type FieldOf<Type extends MessageType> = Exclude<keyof Extract<ProcessMessage, { type: Type }>, 'type'>

/**
 * A message on its way is a letter and its fields in this order, with a space before each; the last field may hold spaces.
 * Redis scripts write V, M and O too (server/storage/redis/). The letters stay: versions run side by side during an update.
 */
const FORMS: { readonly [Type in MessageType]: readonly [letter: string, ...FieldOf<Type>[]] } = {
  battle_began: ['B', 'playerId', 'battleId'],
  battle_over: ['E', 'playerId'],
  not_playing_here: ['N', 'playerId'],
  problem_shown: ['W', 'playerId'],
  packet: ['T', 'playerId', 'packet'],
  refused: ['F', 'playerId', 'code'],
  resume: ['R', 'playerId', 'silentForMs'],
  ready: ['Y', 'playerId', 'battleId'],
  answer: ['A', 'playerId', 'battleId', 'problemIndex', 'answer', 'responseTime'],
  timeout: ['Z', 'playerId', 'battleId', 'problemsAnswered'],
  dropped: ['D', 'playerId', 'silentForMs'],
  silent: ['S', 'playerId', 'silentForMs'],
  left: ['L', 'playerId', 'battleId'],
  leave_noted: ['Q', 'playerId', 'battleId'],
  places_changed: ['V', 'queue'],
  who_waits: ['K', 'queue', 'newest'],
  still_waits: ['I', 'queue', 'playerId'],
  process_ended: ['X', 'process', 'silentForMs'],
  back: ['U', 'awayForMs'],
  take_over: ['H', 'atMs'],
  matched: ['M', 'battleId', 'header'],
  page_taken_over: ['O', 'playerId', 'sinceMs'],
  player_deleted: ['G', 'playerId'],
}

const NUMBERS: ReadonlySet<string> = new Set([
  'problemIndex',
  'answer',
  'responseTime',
  'problemsAnswered',
  'silentForMs',
  'awayForMs',
  'sinceMs',
  'atMs',
])

const FORM_BY_LETTER = new Map(
  Object.entries(FORMS).map(([type, [letter, ...fields]]) => [letter, { type, fields }] as const),
)

/** The message as it travels: one line. */
function messageLine(message: ProcessMessage): string {
  const [letter, ...fields] = FORMS[message.type]
  const values: Readonly<Record<string, unknown>> = message
  let line: string = letter
  for (const field of fields) line += ` ${String(values[field])}`
  return line
}

/** What a process tells in one go: who tells it, and a line for each message. */
export function messagesText(from: ProcessId, messages: readonly ProcessMessage[]): string {
  return [from, ...messages.map(messageLine)].join('\n')
}

/** The message that `messageLine` wrote; null for a line of a later version that this one does not know. */
function readLine(line: string): ProcessMessage | null {
  const form = FORM_BY_LETTER.get(line.slice(0, 1))
  if (!form) return null
  const read: Record<string, string | number> = { type: form.type }
  let at = 2
  form.fields.forEach((field, place) => {
    const space = place === form.fields.length - 1 ? -1 : line.indexOf(' ', at)
    const end = space === -1 ? line.length : space
    const text = line.slice(at, end)
    // An earlier version leaves fields out that this one has.
    read[field] = !NUMBERS.has(field) ? text : text === '' ? NaN : Number(text)
    at = end + 1
  })
  // The table has the fields of each type, and only our own processes reach this channel.
  return read as ProcessMessage
}

/** What a process has told, as `messagesText` wrote it. */
export function readMessages(text: string): {
  readonly from: ProcessId
  readonly messages: readonly ProcessMessage[]
} {
  const [from = '', ...lines] = text.split('\n')
  return { from, messages: lines.map(readLine).filter((message) => message !== null) }
}
