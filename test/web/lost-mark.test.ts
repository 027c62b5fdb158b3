import { expect, test, vi } from 'vitest'
import { sendStudentItem, type StudentContent } from '../../web/features/student/student-outbox.ts'
import type { CallResult } from '../../web/lib/api.ts'
import type { OutboxItem } from '../../web/lib/outbox-item.ts'

const AVA: OutboxItem<StudentContent> = {
  id: 'one',
  player: 'ava',
  order: 1,
  madeAtMs: 0,
  serverMs: 0,
  content: { kind: 'settings', body: { calm: true } },
}

/** Sends an item of Ava's. Returns whether the server got it, what the outbox is told, and whether the session has ended. */
async function send(signedIn: string | null, who: CallResult<{ readonly id: string }>) {
  const got = vi.fn(() => Promise.resolve(Response.json({})))
  vi.stubGlobal('fetch', got)
  const onSessionEnded = vi.fn()
  const askWho = vi.fn(() => Promise.resolve(who))
  const sending = { signedIn: () => signedIn, askWho, onSessionEnded, onFinished: () => {} }
  const result = await sendStudentItem(AVA, 0, {}, sending)
  vi.unstubAllGlobals()
  return {
    isSent: got.mock.calls.length > 0,
    asked: askWho.mock.calls.length,
    status: result.ok ? 200 : result.status,
    hasEnded: onSessionEnded.mock.calls.length > 0,
  }
}

const refusal = (status: number, code: 'unauthorized' | 'unreachable') =>
  ({ ok: false, status, message: '', code }) as const

test.each([
  ['Ava', { ok: true, value: { id: 'ava' } }, { isSent: true, asked: 1, status: 200, hasEnded: false }],
  ['Ben', { ok: true, value: { id: 'ben' } }, { isSent: false, asked: 1, status: 429, hasEnded: false }],
  ['nobody', refusal(401, 'unauthorized'), { isSent: false, asked: 1, status: 429, hasEnded: true }],
  ['no response', refusal(0, 'unreachable'), { isSent: false, asked: 1, status: 0, hasEnded: false }],
] as const)('[SIN-20] a browser that lost its mark asks who is signed in: %s', async (_, who, expected) => {
  expect(await send('lost', who)).toEqual(expected)
})

test.each([
  ['ava', { isSent: true, asked: 0, status: 200, hasEnded: false }],
  ['ben', { isSent: false, asked: 0, status: 429, hasEnded: false }],
  [null, { isSent: false, asked: 0, status: 429, hasEnded: false }],
] as const)(
  '[SIN-20, SIN-7] a browser that knows who is signed in (%s) does not ask',
  async (who, expected) => {
    expect(await send(who, { ok: true, value: { id: 'ava' } })).toEqual(expected)
  },
)
