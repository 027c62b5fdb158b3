import type { studentRoutes } from '../../../contract/student.ts'
import type { Input } from '../../../contract/route.ts'
import type { BoardPlace } from '../../../contract/attempt-log.ts'
import { fieldsOf } from '../../../domain/json-fields.ts'
import * as studentCalls from '../../generated/student-calls.ts'
import { MAX_ATTEMPTS_IN_CALL, MAX_SECONDS_AGO } from '../../generated/constants.ts'
import { call, type CallOptions, type CallResult, type Failure } from '../../lib/api.ts'
import type { OutboxItem } from '../../lib/outbox-item.ts'
import { hasShape, isNumber, isText, listOf } from '../../lib/shape.ts'
import { browserStore } from '../../lib/storage.ts'

type Begin = Input<typeof studentRoutes.beginSession.body>
export type StudentAttempt = Extract<
  Input<typeof studentRoutes.logAttempts.body>,
  { readonly factId: string }
>
type Finish = Input<typeof studentRoutes.finishSession.body>
type Shown = Input<typeof studentRoutes.achievementsShown.body>
type Settings = Input<typeof studentRoutes.putSettings.body>

/** An attempt, and how long before the last one of its item it was made. */
type Timed = { readonly attempt: Omit<StudentAttempt, 'secondsAgo'>; readonly secondsBefore: number }

/** What a student did, to be sent to the server exactly once and in this order. */
export type StudentContent =
  | { readonly kind: 'begin'; readonly body: Omit<Begin, 'studentId' | 'secondsAgo'> }
  /** Answers of one session, at most as many as fit into a call. */
  | { readonly kind: 'attempts'; readonly sessionId: string; readonly body: { readonly attempts: Timed[] } }
  | { readonly kind: 'shown'; readonly body: Shown }
  | { readonly kind: 'finish'; readonly sessionId: string; readonly body: Omit<Finish, 'secondsAgo'> }
  | { readonly kind: 'settings'; readonly body: Settings }

/** Where students' items wait in this browser, and how many at most: 600 sessions, each with its start, answers and end. */
export const studentItems = { prefix: 'tenfold.student-outbox.', maxItems: 2000 }

const haveTimes = hasShape({
  attempts: listOf(hasShape({ attempt: hasShape({ sessionId: isText }), secondsBefore: isNumber })),
})

/** A stored item's content; null if it is of an unknown kind. The server validates its fields. */
export function reviveStudentContent(json: unknown): StudentContent | null {
  if (typeof json !== 'object' || json === null || !('kind' in json) || !('body' in json)) return null
  const { kind, body } = json
  if (typeof body !== 'object' || body === null) return null
  if (kind === 'begin') return { kind, body: body as Omit<Begin, 'studentId' | 'secondsAgo'> }
  if (kind === 'shown') return { kind, body: body as Shown }
  if ('sessionId' in json && typeof json.sessionId === 'string') {
    const { sessionId } = json
    if (kind === 'finish') return { kind, sessionId, body: body as Omit<Finish, 'secondsAgo'> }
    if (kind === 'attempts' && haveTimes(body))
      return { kind, sessionId, body: body as { readonly attempts: Timed[] } }
  }
  if (kind === 'settings') return { kind, body: body as Settings }
  // Earlier versions stored each answer by itself.
  if (kind === 'attempt' && 'sessionId' in body && typeof body.sessionId === 'string')
    return attemptsOf(body as Timed['attempt'])
  return null
}

/** The content of an answer that has just been given. */
export function attemptsOf(attempt: Timed['attempt']): StudentContent {
  return {
    kind: 'attempts',
    sessionId: attempt.sessionId,
    body: { attempts: [{ attempt, secondsBefore: 0 }] },
  }
}

/** The session that an item is of, if it is of one: its answers wait for its beginning, and its end for its answers. */
export function studentChainOf(content: StudentContent): string {
  switch (content.kind) {
    case 'begin':
      return content.body.id ?? ''
    case 'attempts':
    case 'finish':
      return content.sessionId
    case 'shown':
      return ''
    case 'settings':
      return 'settings'
  }
}

/** The settings that the student chose on this device and the server has not received; null for none. */
export function unsentSettings(studentId: string): Settings | null {
  for (const key of browserStore.keys(studentItems.prefix)) {
    const content = browserStore.read(key, (json) => contentOf(studentId, json))
    if (content?.kind === 'settings') return content.body
  }
  return null
}

/** A student's choice replaces an earlier one. Answers of a session are sent together, as many as fit into a call. */
export function mergeStudentContent(
  newer: StudentContent,
  older: StudentContent,
  apartMs: number,
): StudentContent | null {
  if (newer.kind === 'settings') return older.kind === 'settings' ? newer : null
  if (newer.kind !== 'attempts' || older.kind !== 'attempts' || newer.sessionId !== older.sessionId)
    return null
  const [last, first] = [older.body.attempts.at(-1), newer.body.attempts[0]]
  // An answer between them is being sent.
  if ((last?.attempt.place ?? 0) + 1 < (first?.attempt.place ?? 0)) return null
  const places = new Set(newer.body.attempts.map(({ attempt }) => attempt.place))
  const before = older.body.attempts
    .filter(({ attempt }) => !places.has(attempt.place))
    .map((timed) => ({ ...timed, secondsBefore: timed.secondsBefore + Math.max(0, apartMs / 1000) }))
  const attempts = [...before, ...newer.body.attempts]
  return attempts.length > MAX_ATTEMPTS_IN_CALL ? null : { ...newer, body: { attempts } }
}

/** Someone else is signed in: the student's items wait until that student signs in again, which reloads the page. */
const HELD: Failure = {
  ok: false,
  status: 429,
  message: '429: Somebody else is signed in here',
  code: 'not_signed_in',
  retryAfterSeconds: 3600,
}

type StudentSending = {
  /** The id of the signed-in student as this browser knows it; null for none, `lost` if only the server knows. */
  readonly signedIn: () => string | null | 'lost'
  /** Asks the server who is signed in; a 401 if nobody is. */
  readonly askWho: () => Promise<CallResult<{ readonly id: string }>>
  /** A call was refused because nobody is signed in. */
  readonly onSessionEnded: () => void
  /** The answer to a finished session, by its id. */
  readonly onFinished: (sessionId: string, board: BoardPlace) => void
}

/**
 * Sends an item as the student it belongs to; items of other students stay. A 404 or 403 may only mean that someone else has
 * signed in meanwhile.
 */
export async function sendStudentItem(
  item: OutboxItem<StudentContent>,
  secondsAgo: number,
  options: CallOptions,
  sending: StudentSending,
): Promise<CallResult<unknown>> {
  const signedIn = sending.signedIn()
  const unknown = signedIn === 'lost' ? await refusalOf(item, sending) : null
  if (unknown !== null) return unknown
  if (signedIn !== 'lost' && signedIn !== item.player) return HELD
  const result = await makeCall(item, secondsAgo, options, sending)
  if (result.ok || ![401, 403, 404].includes(result.status)) return result
  return (await refusalOf(item, sending)) ?? result
}

/** Why the item can't be sent now, by who the server says is signed in; null if it is the item's student. */
async function refusalOf(
  { player }: OutboxItem<StudentContent>,
  { askWho, onSessionEnded }: StudentSending,
): Promise<Failure | null> {
  const who = await askWho()
  if (who.ok) return who.value.id === player ? null : HELD
  if (who.status !== 401) return who
  onSessionEnded()
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
    case 'attempts': {
      const attempts = content.body.attempts.map(({ attempt, secondsBefore }) => ({
        ...attempt,
        secondsAgo: Math.min(MAX_SECONDS_AGO, Math.round(secondsAgo + secondsBefore)),
      }))
      return call(studentCalls.logAttempts, { body: { attempts } }, options)
    }
    case 'shown':
      return call(studentCalls.achievementsShown, { body: content.body }, options)
    case 'finish': {
      const { sessionId, body } = content
      const input = { params: { id: sessionId }, body: { ...body, secondsAgo } }
      const result = await call(studentCalls.finishSession, input, options)
      if (result.ok) onFinished(sessionId, result.value.board)
      return result
    }
    case 'settings':
      return call(studentCalls.putSettings, { body: content.body }, options)
  }
}

/** The content of an item of this student. */
function contentOf(studentId: string, json: unknown): StudentContent | null {
  const fields = fieldsOf(json)
  return fields.get('player') === studentId ? reviveStudentContent(fields.get('content')) : null
}

/** Whether practice of this student waits on this device. Other children's items may wait here as well. */
export function hasItemsOf(studentId: string): boolean {
  const keys = browserStore.keys(studentItems.prefix)
  return keys.some((key) => {
    const content = browserStore.read(key, (json) => contentOf(studentId, json))
    return content !== null && content.kind !== 'settings'
  })
}
