import type { PinKind } from '../../../domain/pin.ts'

/**
 * The address of the sign-in page with a child's code and name filled in, and what kind of PIN it asks for. They stand behind
 * the `#` and are never sent. Never a PIN: a photograph of it would be a key.
 */
export function signInLink(origin: string, code: string, name: string, pinKind: PinKind): string {
  return `${origin}/sign-in#${String(new URLSearchParams({ code, name, pin: pinKind }))}`
}

/** A code as it is read out: in groups, which the server leaves out again. */
export function grouped(code: string): string {
  return code.length === 6 ? `${code.slice(0, 3)} ${code.slice(3)}` : (code.match(/.{1,4}/g) ?? []).join(' ')
}
