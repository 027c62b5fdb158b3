import type { BetterAuthOptions } from 'better-auth'
import type { AccessKind } from '../../contract/access-kinds.ts'
import type { ChildTable } from '../../contract/child-tables.ts'
import type { BadgeColor } from '../../domain/badge.ts'
import type { PinKind } from '../../domain/pin.ts'
import type { AdultWithPassword } from './known-adults.ts'
import type { PolicyStore } from './policy-port.ts'
import type { Person } from './roles.ts'

/** Where better-auth keeps people and their sessions. */
export type AuthDatabase = NonNullable<BetterAuthOptions['database']>

/** A teacher's class, or a parent's family: the children at home there sign in by its code. */
export type ClassKind = 'class' | 'family'

export type ClassRecord = {
  readonly id: string
  readonly ownerId: string
  readonly kind: ClassKind
  readonly name: string
  readonly code: string
  readonly createdAtMs: number
  /** Null while it is in use; the code of an archived class opens nothing. */
  readonly archivedAtMs: number | null
  /** What new PINs of its children are. */
  readonly pinKind: PinKind
  /** Until then new devices do not wait for the wrong PINs of strangers; null where nobody has said so. */
  readonly letInUntilMs: number | null
}

export type ClassChange = Partial<Pick<ClassRecord, 'name' | 'code' | 'archivedAtMs' | 'letInUntilMs'>>

/** A child as the adults who look after it may see it. */
export type ChildRecord = {
  readonly id: string
  readonly classId: string
  readonly name: string
  readonly nickname: string
  /** Nobody else in the class has the animal of its nickname in this color. */
  readonly color: BadgeColor
  /** What this child's PIN is. */
  readonly pinKind: PinKind
  /** What its next PIN is to be: as its class or family has them. */
  readonly homePinKind: PinKind
  readonly createdAtMs: number
  /** The adult of its class or family. */
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
  /** The version of the statements that the adult who adds the child has confirmed, and that adult. */
  readonly consent: { readonly version: number; readonly adultId: string }
}

/** The tokens under which a student plays, as they are stored, by their rounds. */
export type StudentTokens = { readonly studentId: string; readonly hashOf: (round: number) => string }

/** A token that is refused since the student has got the next one. */
export type RetiredToken = { readonly studentId: string; readonly round: number }

/** A new PIN, with which the student's player token becomes another one. */
export type NewPin = StudentTokens & {
  /** Encrypted (pin-vault.ts). */
  readonly sealed: string
  readonly pinKind: PinKind
  /** Under which wrong answers are counted. */
  readonly accountKey: string
}

/** A PIN as it is stored: encrypted, or the hash that an earlier version made of it. */
export type StoredPin =
  { readonly kind: 'sealed'; readonly sealed: string } | { readonly kind: 'hashed'; readonly hash: string }

type NamesOfChild = {
  readonly name: string
  readonly nickname: string
  readonly color: BadgeColor
  readonly tokenRound: number
}

/** A child as signing in needs it. */
type ChildToSignIn = {
  readonly id: string
  readonly nickname: string
  readonly tokenRound: number
  readonly pin: StoredPin
}

/** Who is meant in a class: by a name as it was typed (domain/child-name.ts), or by what is true of one student's id. */
type MeantChild = string | ((studentId: string) => boolean)

/** What became of a change that needs a free name in a class with room; an archived one takes no child. */
export type Placed =
  | { readonly kind: 'done' }
  | { readonly kind: 'full' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'archived' }
  | { readonly kind: 'taken'; readonly names: readonly string[] }

/** What became of a request to add children: those it has added, now or when it was first made. */
export type Added =
  | Exclude<Placed, { readonly kind: 'done' }>
  | { readonly kind: 'done'; readonly studentIds: readonly string[] }

/** Where classes and the children in them are kept. Each call is done as a whole or not at all. */
export type ClassStore = {
  /** The classes of a teacher with the number of children in each, the newest first. */
  classesOf(ownerId: string): Promise<(ClassRecord & { readonly children: number })[]>
  findClass(classId: string): Promise<ClassRecord | null>
  /** How the class or family of this code is entered, archived or not; null where there is none. */
  findDoor(code: string): Promise<Pick<ClassRecord, 'letInUntilMs'> | null>
  /** Stores a class unless its code is another's, or its owner has `most` classes. */
  addClass(record: ClassRecord, most: number): Promise<'added' | 'code_taken' | 'too_many'>
  /** Changes a class unless its new code is another's; false then. The children of one that is archived are signed out. */
  changeClass(classId: string, change: ClassChange): Promise<boolean>
  /** The family of a parent, which is `fresh` where there was none; null where that one's code is another's. */
  familyOf(parentId: string, fresh: ClassRecord): Promise<ClassRecord | null>
}

/** Who does something with a child: an adult by the account, an operator or the written policy by `role` alone. */
type Accessor = { readonly id: string; readonly role: string }

/** Something done with children, for the access log. */
export type Accessed = {
  readonly children: readonly Pick<ChildRecord, 'id' | 'classId'>[]
  readonly by: Accessor
  readonly kind: AccessKind
  readonly nowMs: number
}

type LoggedAccess = { readonly atMs: number; readonly adultId: string; readonly role: string }

/** Who has done what with which child. It never holds what was seen, and outlives the child and the adult. */
export type AccessStore = {
  /** One row for each child, in one statement; the same within ten minutes is one row. */
  record(accessed: Accessed): Promise<void>
  /** The newest first; `name` is that of a parent who is linked to the child now. */
  ofChild(
    studentId: string,
  ): Promise<(LoggedAccess & { readonly kind: AccessKind; readonly name: string | null })[]>
  /** The deleted children of this adult's classes or family, the newest first. */
  deletionsOf(
    ownerId: string,
  ): Promise<(LoggedAccess & { readonly studentId: string; readonly classId: string })[]>
}

/** The calls that give children out; only the gate has them (child-gate.ts). */
export type ChildReading = {
  /** By name. */
  childrenOf(classId: string): Promise<ChildRecord[]>
  /** The children a parent looks after, by name. */
  childrenOfGuardian(parentId: string): Promise<ChildRecord[]>
  findChild(studentId: string): Promise<ChildRecord | null>
}

export type ChildStore = ChildReading & {
  /** The child that is meant in the class of this code, unless that is archived. */
  findToSignIn(code: string, meant: MeantChild): Promise<ChildToSignIn | null>
  /** The kind of PIN that children of this code have; `digits` for a code that is not there, or of an archived class. */
  pinKindOf(code: string): Promise<PinKind>
  /** Which of a student's player tokens is the one of now; 0 for nobody. */
  tokenRoundOf(studentId: string): Promise<number>
  /** What a signed-in child is called, by those who know it and on the boards, its color, and its round of tokens. */
  findNames(studentId: string): Promise<NamesOfChild | null>
  /**
   * Stores all of them or none, each with a color in which nobody else in the class has its animal; with a guardian, they are
   * this parent's too. A repeated request id adds nobody.
   */
  addChildren(
    classId: string,
    children: readonly NewChild[],
    guardianId: string | null,
    nowMs: number,
    requestId: string,
  ): Promise<Added>
  /** The PINs of these children, for an adult to read; each child's view is recorded. */
  viewPins(
    studentIds: readonly string[],
    adult: Accessor,
    nowMs: number,
  ): Promise<{ readonly id: string; readonly pinKind: PinKind; readonly pin: StoredPin }[]>
  /** Stores a PIN encrypted in place of this hash, unless it was made new meanwhile. */
  replaceHash(studentId: string, hash: string, sealed: string): Promise<void>
  rename(studentId: string, name: string): Promise<Placed>
  /** Where another child of the class has its animal in its color, it gets another color there (domain/badge.ts). */
  move(studentId: string, classId: string): Promise<Placed>
  /** Moves it as `move` does, with a number behind its name where another child of the class has that name already. */
  moveApart(studentId: string, classId: string): Promise<Placed>
  /**
   * New PINs, all or none: who signed in with the old one is signed out, and wrong answers are forgotten. Gives the player tokens
   * that are refused from now on, for whoever has an open line of them.
   */
  setPins(pins: readonly NewPin[], nowMs: number): Promise<readonly RetiredToken[]>
  /** The same for children of a class or family, in which all new PINs are of this kind from now on. */
  setPinsOfClass(
    classId: string,
    pinKind: PinKind,
    pins: readonly NewPin[],
    nowMs: number,
  ): Promise<readonly RetiredToken[]>
  /** Signs students out wherever they are signed in; their player tokens are others then, as with new PINs. */
  signOut(students: readonly StudentTokens[], nowMs: number): Promise<readonly RetiredToken[]>
  /** The parents who look after a child, by name. */
  parentsOf(studentId: string): Promise<{ readonly id: string; readonly name: string }[]>
  /** This parent looks after the child no more. */
  removeGuardian(studentId: string, parentId: string): Promise<void>
  /** In place of an older one; false where the child is gone. */
  addLinkCode(studentId: string, codeHash: string, expiresAtMs: number): Promise<boolean>
  /** Makes the parent a guardian of the child whose code this is, which is then used up; null for no such code. */
  useLinkCode(codeHash: string, parentId: string, nowMs: number): Promise<string | null>
}

/** Whose wrong PINs at a child are counted apart: those of the child's own browsers, and those from its school's networks. */
export const GUESSERS = ['known', 'inside'] as const

export type Guesser = (typeof GUESSERS)[number]

/** What is remembered of wrong answers. */
export type SignInFailureStore = {
  /** Counts an answer before it is looked at. Gives the seconds to wait where it may not be heard, otherwise 0; `freeFailures` are heard without any wait, 5 unless given. */
  charge(accountKey: string, nowMs: number, freeFailures?: number): Promise<number>
  /** Takes one such answer back: it was not looked at. */
  credit(accountKey: string, nowMs: number): Promise<void>
  /** An answer that was counted was right: the next wrong one is the first again. Those of today are still told. */
  right(accountKey: string, nowMs: number): Promise<void>
  /** How many wrong answers each of these accounts has had on this practice day, where it has had any. */
  wrongToday(accountKeys: readonly string[], nowMs: number): Promise<ReadonlyMap<string, number>>
  /** Forgets the account's wrong answers. */
  clear(accountKey: string): Promise<void>
  /**
   * Counts under this key that the owner of a class lets new devices in. Gives the seconds until that may be done again where it may
   * not be done now, otherwise 0.
   */
  letIn(letInKey: string, nowMs: number): Promise<number>
}

/** Where strangers' answers at classes are counted: nothing is written of a guess but at the child that it names. */
export type ClassGuessCounts = {
  /** Counts an answer before it is looked at. Gives the seconds to wait, otherwise 0. */
  chargeGuess(classKey: string, nowMs: number): Promise<number>
  /** Takes one such answer back: it was right, or was not looked at. */
  creditGuess(classKey: string): Promise<void>
  /** Whether strangers to a class have to wait now. */
  strangersWait(classKey: string, nowMs: number): Promise<boolean>
  /** Forgets the guesses at a class. */
  clearGuesses(classKey: string): Promise<void>
}

/** A child as other tables know it: by the player on boards and in battles, and by the key under which wrong PINs are counted. */
export type ChildOfData = {
  readonly studentId: string
  readonly tokenHash: string
  readonly accountKey: string
}

/** A row as it is stored. */
export type StoredRow = Readonly<Record<string, number | string | null>>

/** Everything of single children, which other parts of the server keep. */
export type ChildData = {
  /** The rows of one table, a portion at a time; never a token. */
  rowsOf(child: ChildOfData, table: ChildTable): AsyncIterable<readonly StoredRow[]>
  /** The names of a table's columns, in the order of a row's. */
  columnsOf(table: ChildTable): readonly string[]
  /** Deletes the account and all of it, on every board and in every battle; it may be called again. */
  remove(child: ChildOfData, nowMs: number): Promise<void>
}

/** What an adult can prove to be by a password. */
type Credential = { readonly email: string; readonly passwordHash: string | null }

type AdultSession = {
  readonly id: string
  readonly device: string
  readonly startedAtMs: number
  /** By the day. */
  readonly lastUsedAtMs: number
}

export type AdultStore = {
  /** Whose session this is, adult or child; null where it is over at that time, or ended. */
  personOf(sessionId: string, nowMs: number): Promise<Person | null>
  /** Remembers that a person, adult or child, is here today. */
  saw(personId: string, nowMs: number): Promise<void>
  findCredential(adultId: string): Promise<Credential | null>
  /** The adult of this address, however it is written. */
  findByEmail(email: string): Promise<AdultWithPassword | null>
  /** The rows of each table that are about this adult; never a password or another person's name. */
  everything(adultId: string): Promise<Readonly<Record<string, readonly StoredRow[]>>>
  /** What the adult has been asked for before adding children. */
  standingOf(adultId: string): Promise<{ readonly isConfirmed: boolean; readonly isInvited: boolean }>
  addInvitation(codeHash: string, expiresAtMs: number): Promise<void>
  /** Makes the adult invited by this code, which is then used up; false for no such code. */
  useInvitation(codeHash: string, adultId: string, nowMs: number): Promise<boolean>
  /** Where the adult is signed in at that time, the one used last first. */
  sessionsOf(adultId: string, nowMs: number): Promise<AdultSession[]>
  /** Stores a new password, ends every session but this one, and voids every mailed link. */
  setPassword(adultId: string, passwordHash: string, keptSessionId: string): Promise<void>
  /** Ends every session but this one. */
  endOtherSessions(adultId: string, keptSessionId: string): Promise<void>
  /** Ends every session but this one, and voids every mailed link and every browser's leave to skip the second step. */
  changedSecondStep(adultId: string, keptSessionId: string): Promise<void>
  /** Whether the adult is asked for a second step; `begun` until the first code was right. */
  secondStepOf(adultId: string): Promise<'off' | 'begun' | 'on'>
  /** The passkeys of the adult, the oldest first; a device is a kind of browser, or empty. */
  passkeysOf(
    adultId: string,
  ): Promise<{ readonly id: string; readonly device: string; readonly madeAtMs: number }[]>
  /** False where the adult has no such passkey. */
  removePasskey(adultId: string, passkeyId: string): Promise<boolean>
  /** The password is the only way in again; whether there was a second step or a passkey. */
  removeSecondStep(adultId: string): Promise<boolean>
  /** Whoever has used a mailed link owns the address: it is verified, and every other such link is void. False where the account is gone. */
  addressProved(adultId: string): Promise<boolean>
  /** Deletes the account of an address that nobody has proved, unless it has been in use: it has a class or looks after a child. */
  removeUnproved(email: string): Promise<void>
  /** Deletes the account with its classes, unless children are at home in them; false then. */
  remove(adultId: string): Promise<boolean>
}

/** What adults have agreed to before adding children. */
export type ConsentStore = {
  has(adultId: string, version: number): Promise<boolean>
  /** Agreeing again changes nothing. */
  add(
    adultId: string,
    consent: { readonly version: number; readonly kind: 'guardian' | 'school'; readonly nowMs: number },
  ): Promise<void>
}

/** Everything accounts keep. */
export type AccountStores = {
  readonly database: AuthDatabase
  readonly classes: ClassStore
  readonly children: ChildStore
  readonly accesses: AccessStore
  readonly failures: SignInFailureStore
  readonly childData: ChildData
  readonly adults: AdultStore
  readonly consents: ConsentStore
  readonly policy: PolicyStore
}

/** A mail in plain text. */
export type Mail = { readonly to: string; readonly subject: string; readonly text: string }

/** Sends a mail. Rejects when nobody has taken it. */
export type SendMail = (mail: Mail) => Promise<void>
