import { useCallback } from 'react'
import type { AccountSettings } from '../../../contract/account.ts'
import * as accountCalls from '../../generated/account-calls.ts'
import { call } from '../../lib/api.ts'
import { useAnswer } from '../../lib/server-value.ts'

/** Whether this installation sends email; `loading` until the server has responded, `unknown` if it did not. */
export type MailSetting = 'loading' | 'sent' | 'not_sent' | 'unknown'

/** `signUp` is null until the server has responded. */
export function useAccountSettings(): {
  readonly mail: MailSetting
  readonly signUp: AccountSettings['signUp'] | null
} {
  const load = useCallback((signal: AbortSignal) => call(accountCalls.readSettings, {}, { signal }), [])
  const { answer } = useAnswer(load)
  if (answer.state === 'loading') return { mail: 'loading', signUp: null }
  if (answer.state === 'failed') return { mail: 'unknown', signUp: null }
  const { sendsMail, signUp } = answer.value
  return { mail: sendsMail ? 'sent' : 'not_sent', signUp }
}

export function useMailSetting(): MailSetting {
  return useAccountSettings().mail
}
