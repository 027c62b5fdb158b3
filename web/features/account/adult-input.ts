import { NAME_PATTERN, plainName, refusedCharacter } from '../../../domain/child-name.ts'
import { MIN_PASSWORD_LENGTH } from '../../generated/constants.ts'
import { adultMessages } from './adult.messages.en.ts'

export type Typed = { readonly name: string; readonly email: string; readonly password: string }

export type Problems = { readonly [Name in keyof Typed]?: string }

const { problems } = adultMessages.signUp

/** Whether it may be a mail address; the server knows better. */
export function looksLikeEmail(text: string): boolean {
  return /^\S+@[^\s@.]+(\.[^\s@.]+)+$/.test(text.trim())
}

export function isLongEnough(password: string): boolean {
  return password.length >= MIN_PASSWORD_LENGTH
}

function nameProblem(name: string): string {
  const sign = refusedCharacter(name, NAME_PATTERN)
  return sign === null ? problems.name : problems.nameSign(sign)
}

/** The errors in a sign-up form; none if it may be sent. */
export function problemsOf({ name: typedName, email, password }: Typed): Problems {
  const name = plainName(typedName)
  return {
    ...(NAME_PATTERN.test(name) ? {} : { name: nameProblem(name) }),
    ...(looksLikeEmail(email) ? {} : { email: problems.email }),
    ...(isLongEnough(password) ? {} : { password: problems.password(MIN_PASSWORD_LENGTH) }),
  }
}

/** Gives the focus to the first box of a form that has a problem, once it is marked. */
export function focusFirstProblem(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}
