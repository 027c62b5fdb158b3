import type { studentRoutes } from '../../../contract/student.ts'
import type { Input } from '../../../contract/route.ts'
import type { BoardPlace } from '../../../contract/attempt-log.ts'
import * as studentCalls from '../../generated/student-calls.ts'
import { call, type CallOptions, type CallResult, type Failure } from '../../lib/api.ts'
import type { OutboxItem } from '../../lib/outbox.ts'
import { browserStore } from '../../lib/storage.ts'

type Begin = Input<typeof studentRoutes.beginSession.body>
type Attempt = Extract<Input<typeof studentRoutes.logAttempts.body>, { readonly factId: string }>
type Finish = Input<typeof studentRoutes.finishSession.body>

/** What a student did that the server must hear of once, in this order. */
export type StudentContent =
  | { readonly kind: 'begin'; readonly body: Omit<Begin, 'studentId' | 'secondsAgo'> }
  | { readonly kind: 'attempt'; readonly body: Omit<Attempt, 'secondsAgo'> }
  | { readonly kind: 'finish'; readonly sessionId: string; readonly body: Omit<Finish, 'secondsAgo'> }

/**
 * Where students' items wait in this browser, and how many at most: two hours of practice without a server, because each
 * answer is one.
 */
export const studentItems = { prefix: 'tenfold.student-outbox.', maxItems: 2000 }

/** Content as kept in the browser, or null when it is of no known kind. The server looks at what is in it. */
export function reviveStudentContent(json: unknown): StudentContent | null {
  if (typeof json !== 'object' || json === null || !('kind' in json) || !('body' in json)) return null
  const { kind, body } = json
  if (typeof body !== 'object' || body === null) return null
  if (kind === 'begin') return { kind, body: body as Omit<Begin, 'studentId' | 'secondsAgo'> }
  if (kind === 'attempt') return { kind, body: body as Omit<Attempt, 'secondsAgo'> }
  if (kind === 'finish' && 'sessionId' in json && typeof json.sessionId === 'string') {
    return { kind, sessionId: json.sessionId, body: body as Omit<Finish, 'secondsAgo'> }
  }
  return null
}

/** The session that an item is of: its answers wait for its beginning, and its end for its answers. */
export function studentChainOf(content: StudentContent): string {
  switch (content.kind) {
    case 'begin':
      return content.body.id ?? ''
    case 'attempt':
      return content.body.sessionId
    case 'finish':
      return content.sessionId
  }
}

/** A student is somebody else than who is signed in: the items wait until that student signs in again, which begins the page anew. */
const HELD: Failure = {
  ok: false,
  status: 429,
  message: '429: Somebody else is signed in here',
  code: 'not_signed_in',
  retryAfterSeconds: 3600,
}

type StudentSending = {
  /** The id of the student who is signed in in this browser as far as is known; null for none. */
  readonly signedIn: () => string | null
  /** Asks the server who is signed in; a 401 when nobody is. */
  readonly askWho: () => Promise<CallResult<{ readonly id: string }>>
  /** A call was refused because nobody is signed in. */
  readonly onOver: () => void
  /** The answer to a finished session, by its id. */
  readonly onFinished: (sessionId: string, board: BoardPlace) => void
}

/**
 * Makes the call that the item stands for, as the student it is of and nobody else: an item of another student stays where
 * it is. What the server does not know, or forbids, may be so only because somebody else has signed in meanwhile.
 */
export async function sendStudentItem(
  item: OutboxItem<StudentContent>,
  secondsAgo: number,
  options: CallOptions,
  sending: StudentSending,
): Promise<CallResult<unknown>> {
  if (sending.signedIn() !== item.player) return HELD
  const result = await makeCall(item, secondsAgo, options, sending)
  if (result.ok || ![401, 403, 404].includes(result.status)) return result
  const who = await sending.askWho()
  if (who.ok) return who.value.id === item.player ? result : HELD
  if (who.status !== 401) return who
  sending.onOver()
  return HELD
}

async function makeCall(
  { player: studentId, content }: OutboxItem<StudentContent>,
  secondsAgo: number,
  options: CallOptions,
  { onFinished }: StudentSending,
): Promise<CallResult<unknown>> {
  switch (content.kind) {
    case 'begin':
      return call(studentCalls.beginSession, { body: { ...content.body, studentId, secondsAgo } }, options)
    case 'attempt':
      return call(studentCalls.logAttempts, { body: { ...content.body, secondsAgo } }, options)
    case 'finish': {
      const { sessionId, body } = content
      const input = { params: { id: sessionId }, body: { ...body, secondsAgo } }
      const result = await call(studentCalls.finishSession, input, options)
      if (result.ok) onFinished(sessionId, result.value.board)
      return result
    }
  }
}

function isOf(studentId: string, json: unknown): true | null {
  return typeof json === 'object' && json !== null && 'player' in json && json.player === studentId
    ? true
    : null
}

/** Whether something that this student did waits on this device. Other children's items may wait here as well. */
export function hasItemsOf(studentId: string): boolean {
  const keys = browserStore.keys(studentItems.prefix)
  return keys.some((key) => browserStore.read(key, (json) => isOf(studentId, json)) === true)
}
