import type { Failure } from '../lib/api.ts'
import { failureMessages } from './failure.messages.en.ts'

type FailureWords = { readonly title: string; readonly text: string }

/** A screen's own sentences for error codes that have a special meaning there. */
export type FailureTextByCode = Readonly<Record<string, string>>

function usualWords(failure: Failure, waitSeconds: number): FailureWords {
  if (failure.status === 429) return failureMessages.wait(waitSeconds)
  if (failure.status === 0) return failureMessages.unreachable
  if (failure.code === 'unauthorized') return failureMessages.signedOut
  if (failure.status === 403) return failureMessages.forbidden
  if (failure.status === 404) return failureMessages.notFound
  return failureMessages.other
}

/** The sentence for a failed call. @param waitSeconds seconds until a call refused with 429 may be repeated */
export function failureWords(
  failure: Failure,
  waitSeconds: number,
  own: FailureTextByCode = {},
): FailureWords {
  const usual = usualWords(failure, waitSeconds)
  const special = failure.status === 429 ? undefined : own[failure.code]
  return special === undefined ? usual : { ...usual, text: special }
}
