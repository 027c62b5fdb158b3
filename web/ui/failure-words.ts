import type { Failure } from '../lib/api.ts'
import { failureMessages } from './failure.messages.en.ts'

type FailureWords = { readonly title: string; readonly text: string }

/** Sentences of a screen for codes that mean something of its own there. */
export type OwnWords = Readonly<Record<string, string>>

function usualWords(failure: Failure, waitSeconds: number): FailureWords {
  if (failure.status === 429) return failureMessages.wait(waitSeconds)
  if (failure.status === 0) return failureMessages.unreachable
  if (failure.code === 'unauthorized') return failureMessages.signedOut
  if (failure.status === 403) return failureMessages.forbidden
  if (failure.status === 404) return failureMessages.notFound
  return failureMessages.other
}

/** What to tell a person of a failed call. @param waitSeconds how long a 429 still has to be waited for */
export function failureWords(failure: Failure, waitSeconds: number, own: OwnWords = {}): FailureWords {
  const usual = usualWords(failure, waitSeconds)
  const special = failure.status === 429 ? undefined : own[failure.code]
  return special === undefined ? usual : { ...usual, text: special }
}
