import { NAME_PATTERN, plainName } from '../../../domain/child-name.ts'
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

/** The errors in a sign-up form; none if it may be sent. */
export function problemsOf({ name, email, password }: Typed): Problems {
  return {
    ...(NAME_PATTERN.test(plainName(name)) ? {} : { name: problems.name }),
    ...(looksLikeEmail(email) ? {} : { email: problems.email }),
    ...(isLongEnough(password) ? {} : { password: problems.password(MIN_PASSWORD_LENGTH) }),
  }
}

/** Gives the focus to the first box of a form that has a problem, once it is marked. */
export function focusFirstProblem(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}
