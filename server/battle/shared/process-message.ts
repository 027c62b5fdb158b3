import type { BattleErrorCode } from '../../../contract/battle-events.ts'
import type { Packet } from '../socket/packets.ts'
import type { ProcessId } from './shared-port.ts'

/** From a battle's owner to the line owner of one of its players. */
export type ToLineMessage =
  | { readonly type: 'battle_began'; readonly playerId: string; readonly battleId: string }
  | { readonly type: 'battle_over'; readonly playerId: string }
  | { readonly type: 'not_playing_here'; readonly playerId: string }
  | { readonly type: 'problem_shown'; readonly playerId: string }
  | { readonly type: 'packet'; readonly playerId: string; readonly packet: Packet }
  | { readonly type: 'refused'; readonly playerId: string; readonly code: BattleErrorCode }

/** From a player's line owner to the owner of the battle. Times are in milliseconds. */
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

/** A player has left a battle. Broadcast until the owner of the battle confirms it. */
export type LeaveMessage =
  | { readonly type: 'left'; readonly playerId: string; readonly battleId: string }
  | { readonly type: 'leave_noted'; readonly playerId: string; readonly battleId: string }

/** About a queue; `queue` is `division/preference`. */
export type QueueMessage =
  | { readonly type: 'places_changed'; readonly queue: string }
  /** Asks the process to ping its players in the queue, except the newest one. */
  | { readonly type: 'who_waits'; readonly queue: string; readonly newest: string }
  | { readonly type: 'still_waits'; readonly queue: string; readonly playerId: string }

/** About a process. Times are shared time, in milliseconds. */
export type ProcessLifeMessage =
  | { readonly type: 'process_ended'; readonly process: ProcessId; readonly silentForMs: number }
  | { readonly type: 'back'; readonly awayForMs: number }
  /** The sender is stopping and asks the receiver to take over. */
  | { readonly type: 'take_over'; readonly atMs: number }

/** About a battle or a player in one. */
export type BattleMessage =
  | ToLineMessage
  | ToBattleMessage
  | LeaveMessage
  /** The receiver is to start a battle of matched players; `header` is the first entry of its log. */
  | { readonly type: 'matched'; readonly battleId: string; readonly header: string }

/** A message to one or all processes of an arena. */
export type ProcessMessage =
  | BattleMessage
  | QueueMessage
  | ProcessLifeMessage
  /** The player's page has been connected to the sender since `sinceMs`. */
  | { readonly type: 'page_taken_over'; readonly playerId: string; readonly sinceMs: number }
  | { readonly type: 'player_deleted'; readonly playerId: string }

type MessageType = ProcessMessage['type']
type FieldOf<Type extends MessageType> = Exclude<keyof Extract<ProcessMessage, { type: Type }>, 'type'>

/**
 * A serialized message is a letter and its fields in this order, separated by spaces; only the last field may contain spaces.
 * Redis scripts write V, M and O too (server/storage/redis/). Never change letters: versions run side by side during an update.
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

/** Serializes a message as one line. */
function messageLine(message: ProcessMessage): string {
  const [letter, ...fields] = FORMS[message.type]
  const values: Readonly<Record<string, unknown>> = message
  let line: string = letter
  for (const field of fields) line += ` ${String(values[field])}`
  return line
}

/** Serializes messages: the sender, then one line each. */
export function messagesText(from: ProcessId, messages: readonly ProcessMessage[]): string {
  return [from, ...messages.map(messageLine)].join('\n')
}

/** Parses the output of `messageLine`; null for a message type of a later version. */
function readLine(line: string): ProcessMessage | null {
  const form = FORM_BY_LETTER.get(line.slice(0, 1))
  if (!form) return null
  const read: Record<string, string | number> = { type: form.type }
  let at = 2
  form.fields.forEach((field, place) => {
    const space = place === form.fields.length - 1 ? -1 : line.indexOf(' ', at)
    const end = space === -1 ? line.length : space
    const text = line.slice(at, end)
    // An earlier version may omit fields.
    read[field] = !NUMBERS.has(field) ? text : text === '' ? NaN : Number(text)
    at = end + 1
  })
  // Safe because the table lists the fields of each type, and only our own processes write to this channel.
  return read as ProcessMessage
}

/** Parses the output of `messagesText`. */
export function readMessages(text: string): {
  readonly from: ProcessId
  readonly messages: readonly ProcessMessage[]
} {
  const [from = '', ...lines] = text.split('\n')
  return { from, messages: lines.map(readLine).filter((message) => message !== null) }
}
