import type { BetterAuthOptions } from 'better-auth'
import type { AccessKind } from '../../contract/access-kinds.ts'
import type { BadgeColor } from '../../domain/badge.ts'
import type { PinKind } from '../../domain/pin.ts'
import type { Grade } from '../../domain/student-settings.ts'

/** Begins the value of a row of `verification` that marks a code as used; the adult's id follows. */
export const USED_CODE = 'used:'

/** Better-auth's storage of people and sessions. */
export type AuthDatabase = NonNullable<BetterAuthOptions['database']>

/** A teacher's class or a parent's family. Children at home in it sign in with its code. */
export type ClassKind = 'class' | 'family'

export type ClassRecord = {
  readonly id: string
  readonly ownerId: string
  readonly kind: ClassKind
  readonly name: string
  readonly code: string
  readonly createdAtMs: number
  /** Null unless archived; nobody can sign in with the code of an archived class. */
  readonly archivedAtMs: number | null
  /** The kind of its children's new PINs. */
  readonly pinKind: PinKind
  /** The end of the sign-in window; null if there was none. */
  readonly signInWindowUntilMs: number | null
  /** The IANA zone of its children's calendars. */
  readonly zone: string
}

/** A class to make; its settings are the default ones, except for its grade. */
export type NewClass = ClassRecord & { readonly grade?: Grade }

export type ClassChange = Partial<Pick<ClassRecord, 'name' | 'code' | 'archivedAtMs' | 'signInWindowUntilMs'>>

/** A child, as its adults may see it. */
export type ChildRecord = {
  readonly id: string
  readonly classId: string
  readonly name: string
  readonly nickname: string
  /** Unique in the class together with the animal of its nickname. */
  readonly color: BadgeColor
  /** The kind of its PIN. */
  readonly pinKind: PinKind
  /** The kind of its next PIN, as set for its class or family. */
  readonly homePinKind: PinKind
  readonly createdAtMs: number
  /** The owner of its home. */
  readonly ownerId: string
  readonly guardianIds: readonly string[]
}

export type NewChild = {
  readonly id: string
  readonly name: string
  readonly nickname: string
  /** Encrypted (pin-vault.ts). */
  readonly sealedPin: string
  readonly pinKind: PinKind
  /** The confirmed version of the consent statements, and who confirmed it. */
  readonly consent: { readonly version: number; readonly adultId: string }
}

/** The hashes of a student's player tokens by round. */
export type StudentTokens = { readonly studentId: string; readonly hashOf: (round: number) => string }

/** A player token that was replaced and is no longer valid. */
export type RetiredToken = { readonly studentId: string; readonly round: number }

/** A new PIN. It also replaces the student's player token. */
export type NewPin = StudentTokens & {
  /** Encrypted (pin-vault.ts). */
  readonly sealed: string
  readonly pinKind: PinKind
}

/** The outcome of placing a child in a class or family: it needs a free name and room, and must not be archived. */
export type PlacementResult =
  | { readonly kind: 'done' }
  | { readonly kind: 'full' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'archived' }
  | { readonly kind: 'taken'; readonly names: readonly string[] }

/** The outcome of adding children, with those added by this request or its first attempt. */
export type AddResult =
  | Exclude<PlacementResult, { readonly kind: 'done' }>
  | { readonly kind: 'done'; readonly studentIds: readonly string[] }

/** Children for several classes of an owner. `fresh` is the class to make; null for one that is stored. */
export type ClassList = {
  readonly ownerId: string
  readonly classes: readonly {
    readonly id: string
    readonly fresh: NewClass | null
    readonly children: readonly NewChild[]
  }[]
  readonly requestId: string
  readonly nowMs: number
}

/** An entry for the access log. */
export type AccessEntry = {
  readonly children: readonly Pick<ChildRecord, 'id' | 'classId'>[]
  /** An adult, an operator or the retention policy. */
  readonly by: { readonly id: string; readonly role: string }
  readonly kind: AccessKind
  readonly nowMs: number
}

/** An email. Its HTML, if any, says the same as its text. */
export type Mail = {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The same whenever this email is tried again; if missing, each try has its own. */
  readonly messageId?: string
}

/**
 * The outcome of an email. `refused`: the mail server will never accept it. `failed`: it may accept it later. `unconfirmed`: it got the
 * whole email, but whether it accepted it is unknown.
 */
export type MailOutcome = 'sent' | 'refused' | 'failed' | 'unconfirmed'

/** The code of the error for an `unconfirmed` email. */
export const UNCONFIRMED = 'EUNCONFIRMED'

/** Sends an email. Rejects if the mail server does not accept it, or does not say whether it does (`UNCONFIRMED`). */
export type SendMail = (mail: Mail) => Promise<void>
