import type { BetterAuthOptions } from 'better-auth'
import type { AccessKind } from '../../contract/access-kinds.ts'
import type { ChildTable } from '../../contract/child-tables.ts'
import type { Badge, BadgeColor } from '../../domain/badge.ts'
import type { PinKind } from '../../domain/pin.ts'
import type { Grade, StudentSettings } from '../../domain/student-settings.ts'
import type { AdultWithPassword } from './known-adults.ts'
import type { PracticeSums } from '../student/port.ts'
import type { CalendarStore } from './calendar-port.ts'
import type { PolicyStore } from './policy-port.ts'
import type { SchoolStores } from '../school/port.ts'
import type { SettingsStore } from './settings-port.ts'
import type { Person } from './roles.ts'
import type { WrongPinStore } from './sign-in-port.ts'

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

type NamesOfChild = {
  readonly name: string
  readonly nickname: string
  readonly color: BadgeColor
  readonly tokenRound: number
  readonly settings: StudentSettings
  /** The time zone of the class or family. */
  readonly zone: string
}

type ChildToSignIn = {
  readonly id: string
  readonly nickname: string
  readonly tokenRound: number
  /** The encrypted PIN (pin-vault.ts). */
  readonly sealedPin: string
}

/** Selects a child of a class, by the typed name (domain/child-name.ts) or by a predicate on the id. */
type ChildSelector = string | ((studentId: string) => boolean)

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

/** The outcome of adding a list, with the children that this request or its first attempt added, by class. */
type ListResult =
  | Exclude<PlacementResult, { readonly kind: 'done' }>
  | {
      readonly kind: 'done'
      readonly classes: readonly { readonly id: string; readonly studentIds: readonly string[] }[]
    }

/** Stores classes and families. Every operation is atomic. */
export type ClassStore = {
  /** The classes of a teacher with their number of children, newest first. */
  classesOf(ownerId: string): Promise<(ClassRecord & { readonly children: number })[]>
  /** All classes and the family of an adult, oldest first. */
  homesOf(ownerId: string): Promise<ClassRecord[]>
  findClass(classId: string): Promise<ClassRecord | null>
  /** The sign-in window of the class or family with this code, archived or not; null if there is no such code. */
  findSignInWindow(code: string): Promise<Pick<ClassRecord, 'signInWindowUntilMs'> | null>
  /** Stores a class unless its code is taken or its owner has `most` classes. */
  addClass(record: ClassRecord, most: number): Promise<'added' | 'code_taken' | 'too_many'>
  /** Adds all children of a list, and the classes to make for them, in one transaction. Idempotent by request id. */
  addList(list: ClassList, most: number): Promise<ListResult | 'code_taken' | 'too_many'>
  /** Changes a class; false if its new code is taken. Archiving signs out its children. */
  changeClass(classId: string, change: ClassChange): Promise<boolean>
  /** The family of a parent, created from `fresh` if there is none; null if the code of `fresh` is taken. */
  familyOf(parentId: string, fresh: ClassRecord): Promise<ClassRecord | null>
}

/** Who accesses a child: an adult, an operator or the retention policy. */
type Accessor = { readonly id: string; readonly role: string }

/** An entry for the access log. */
export type AccessEntry = {
  readonly children: readonly Pick<ChildRecord, 'id' | 'classId'>[]
  readonly by: Accessor
  readonly kind: AccessKind
  readonly nowMs: number
}

type LoggedAccess = { readonly atMs: number; readonly adultId: string; readonly role: string }

/** The access log: who did what with which child, never the data itself. It outlives the child and the adult. */
export type AccessStore = {
  /** Adds one row per child, in one statement; the same access within ten minutes is one row. */
  record(accessed: AccessEntry): Promise<void>
  /** Newest first; `name` is set for parents currently linked to the child. */
  ofChild(
    studentId: string,
  ): Promise<(LoggedAccess & { readonly kind: AccessKind; readonly name: string | null })[]>
  /** The deleted children of this adult's classes or family, newest first. */
  deletionsOf(
    ownerId: string,
  ): Promise<(LoggedAccess & { readonly studentId: string; readonly classId: string })[]>
}

/** Reads children; only the gate may use it (child-gate.ts). */
export type ChildReading = {
  /** Sorted by name. */
  childrenOf(classId: string): Promise<ChildRecord[]>
  /** The children a parent looks after, sorted by name. */
  childrenOfGuardian(parentId: string): Promise<ChildRecord[]>
  findChild(studentId: string): Promise<ChildRecord | null>
}

/** What a device without a card needs of a class to sign a child in. */
export type ClassToSignIn = {
  readonly pinKind: PinKind
  readonly children: readonly (Badge & { readonly id: string })[]
}

export type ChildStore = ChildReading & {
  /** The selected child in the class with this code, unless archived. */
  findToSignIn(code: string, meant: ChildSelector): Promise<ChildToSignIn | null>
  /** The kind of PINs in the class with this code, and its children; null if it does not exist or is archived. */
  findClassToSignIn(code: string): Promise<ClassToSignIn | null>
  /** The round of a student's current player token; 0 for an unknown student. */
  tokenRoundOf(studentId: string): Promise<number>
  /** A signed-in child's name, nickname, color, token round, settings and zone. */
  findNames(studentId: string): Promise<NamesOfChild | null>
  /**
   * Adds all of them or none, each with a badge unique in the class, and links them to the guardian, if given. Idempotent by request
   * id.
   */
  addChildren(
    classId: string,
    children: readonly NewChild[],
    guardianId: string | null,
    nowMs: number,
    requestId: string,
  ): Promise<AddResult>
  /** The PINs of these children, for an adult. Recorded in the access log. */
  viewPins(
    studentIds: readonly string[],
    adult: Accessor,
    nowMs: number,
  ): Promise<{ readonly id: string; readonly pinKind: PinKind; readonly sealedPin: string }[]>
  rename(studentId: string, name: string): Promise<PlacementResult>
  /** Moves children, all or none; they get another color if their badge is taken there (domain/badge.ts). */
  move(studentIds: readonly string[], classId: string, nowMs: number): Promise<PlacementResult>
  /** Moves one child in the same way, appending a number to the name if it is taken there. */
  moveApart(studentId: string, classId: string, nowMs: number): Promise<PlacementResult>
  /**
   * Sets new PINs, all or none; ends the children's sessions and clears their wrong PINs. Returns the replaced player tokens, so that
   * open connections can be closed.
   */
  setPins(pins: readonly NewPin[], nowMs: number): Promise<readonly RetiredToken[]>
  /** As `setPins` for children of a class or family, and sets the kind of its future PINs. */
  setPinsOfClass(
    classId: string,
    pinKind: PinKind,
    pins: readonly NewPin[],
    nowMs: number,
  ): Promise<readonly RetiredToken[]>
  /** Signs students out on all devices and replaces their player tokens. */
  signOut(students: readonly StudentTokens[], nowMs: number): Promise<readonly RetiredToken[]>
  /** The parents who look after a child, sorted by name. */
  parentsOf(studentId: string): Promise<{ readonly id: string; readonly name: string }[]>

  removeGuardian(studentId: string, parentId: string): Promise<void>
  /** Replaces an older code; false if the child was deleted. */
  addLinkCode(studentId: string, codeHash: string, expiresAtMs: number): Promise<boolean>
  /** Uses up the code and makes the parent a guardian of its child, whose id is returned; null for an invalid code. */
  useLinkCode(codeHash: string, parentId: string, nowMs: number): Promise<string | null>
}

/** The keys of a child in other tables: the player on boards and in battles. */
export type ChildDataKeys = {
  readonly studentId: string
  readonly tokenHash: string
}

export type StoredRow = Readonly<Record<string, number | string | null>>

/** Export and deletion of a child's data in all tables. */
export type ChildData = {
  /** The child's rows in a table, in batches; without tokens. */
  rowsOf(child: ChildDataKeys, table: ChildTable): AsyncIterable<readonly StoredRow[]>
  /** The column names of a table, in row order. */
  columnsOf(table: ChildTable): readonly string[]
  /** What these children have practiced, in their order. */
  sumsOf(studentIds: readonly string[]): Promise<readonly PracticeSums[]>
  /** Deletes the account and all data, including boards and battles; idempotent. */
  remove(child: ChildDataKeys, nowMs: number): Promise<void>
}

type Credential = { readonly email: string; readonly passwordHash: string | null }

type AdultSession = {
  readonly id: string
  readonly device: string
  readonly startedAtMs: number
  /** Accurate to the day. */
  readonly lastUsedAtMs: number
}

export type AdultStore = {
  /** The person of a session, adult or child; null if it has expired or ended. */
  personOf(sessionId: string, nowMs: number): Promise<Person | null>
  /** Records that a person, adult or child, is active today. */
  recordActivity(personId: string, nowMs: number): Promise<void>
  findCredential(adultId: string): Promise<Credential | null>
  /** Case-insensitive. */
  findByEmail(email: string): Promise<AdultWithPassword | null>
  /** All rows about this adult by table, without passwords and other people's names. */
  allRowsOf(adultId: string): Promise<Readonly<Record<string, readonly StoredRow[]>>>
  /** Whether the adult's address is confirmed, and whether the adult was invited. */
  signUpStatusOf(adultId: string): Promise<{ readonly isConfirmed: boolean; readonly isInvited: boolean }>
  addInvitation(codeHash: string, expiresAtMs: number): Promise<void>
  /** Uses up an invitation code; false if it is invalid. */
  useInvitation(codeHash: string, adultId: string, nowMs: number): Promise<boolean>
  /** The adult's active sessions, most recently used first. */
  sessionsOf(adultId: string, nowMs: number): Promise<AdultSession[]>
  /** Stores a new password, ends all other sessions and voids all mailed links. */
  setPassword(adultId: string, passwordHash: string, keptSessionId: string): Promise<void>

  endOtherSessions(adultId: string, keptSessionId: string): Promise<void>
  /** After a change of two-step sign-in: ends all other sessions, voids all mailed links, and stops trusting browsers to skip it. */
  endAfterTwoStepChange(adultId: string, keptSessionId: string): Promise<void>
  /** `begun` until the first correct code. */
  twoStepStateOf(adultId: string): Promise<'off' | 'begun' | 'on'>
  /** The adult's passkeys, oldest first. `device` is a kind of browser and system, or ''. */
  passkeysOf(
    adultId: string,
  ): Promise<{ readonly id: string; readonly device: string; readonly madeAtMs: number }[]>
  /** False if the adult has no such passkey. */
  removePasskey(adultId: string, passkeyId: string): Promise<boolean>
  /** Removes two-step sign-in and all passkeys. Returns whether there were any. */
  removeTwoStepSignIn(adultId: string): Promise<boolean>
  /** A mailed link was used: marks the address as verified and voids all other links. False if the account was deleted. */
  markAddressVerified(adultId: string): Promise<boolean>
  /** Deletes an account with an unverified address, unless it has a class or looks after a child. */
  removeUnverified(email: string): Promise<void>
  /** Whether children are at home in the adult's classes or family. */
  hasChildren(adultId: string): Promise<boolean>
  /** Deletes the account and its classes; false if children are at home in them. */
  remove(adultId: string): Promise<boolean>
}

/** Adults' consent to the statements about adding children. */
export type ConsentStore = {
  has(adultId: string, version: number): Promise<boolean>
  /** Idempotent. */
  add(
    adultId: string,
    consent: { readonly version: number; readonly kind: 'guardian' | 'school'; readonly nowMs: number },
  ): Promise<void>
}

/** All stores of accounts. */
export type AccountStores = SchoolStores & {
  readonly database: AuthDatabase
  readonly classes: ClassStore
  readonly children: ChildStore
  readonly accesses: AccessStore
  readonly wrongPins: WrongPinStore
  readonly childData: ChildData
  readonly adults: AdultStore
  readonly consents: ConsentStore
  readonly policy: PolicyStore
  readonly calendars: CalendarStore
  readonly settings: SettingsStore
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
