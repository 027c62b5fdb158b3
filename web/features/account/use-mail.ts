import { useCallback } from 'react'
import type { Door } from '../../../contract/account.ts'
import * as accountCalls from '../../generated/account-calls.ts'
import { call } from '../../lib/api.ts'
import { useAnswer } from '../../lib/server-value.ts'

/** Whether this installation sends email; `asking` until the server has said so, `unknown` if it could not be asked. */
export type MailRequest = 'asking' | 'sent' | 'not_sent' | 'unknown'

/** What the pages of signing up and in need to know; no rule until the server has said which. */
export function useDoor(): { readonly mail: MailRequest; readonly signUp: Door['signUp'] | null } {
  const ask = useCallback((signal: AbortSignal) => call(accountCalls.readDoor, {}, { signal }), [])
  const { answer } = useAnswer(ask)
  if (answer.state === 'loading') return { mail: 'asking', signUp: null }
  if (answer.state === 'failed') return { mail: 'unknown', signUp: null }
  const { sendsMail, signUp } = answer.value
  return { mail: sendsMail ? 'sent' : 'not_sent', signUp }
}

export function useMail(): MailRequest {
  return useDoor().mail
}
