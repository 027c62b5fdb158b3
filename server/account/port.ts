import type { BetterAuthOptions } from 'better-auth'
import type { ChildTable } from '../../contract/child-tables.ts'
import type { PinKind } from '../../domain/pin.ts'
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
}

export type ClassChange = Partial<Pick<ClassRecord, 'name' | 'code' | 'archivedAtMs'>>

/** A child as the adults who look after it may see it. */
export type ChildRecord = {
  readonly id: string
  readonly classId: string
  readonly name: string
  readonly nickname: string
  readonly pinKind: PinKind
  readonly createdAtMs: number
  /** The adult of its class or family. */
  readonly ownerId: string
  readonly guardianIds: readonly string[]
}

export type NewChild = {
  readonly id: string
  readonly name: string
  readonly nickname: string
  readonly pinHash: string
  readonly pinKind: PinKind
}

/** A child as signing in needs it. */
export type ChildToSignIn = {
  readonly id: string
  readonly nickname: string
  readonly pinHash: string
}

/** What became of a change that needs a free name in a class with room; an archived one takes no child. */
export type Placed =
  | { readonly kind: 'done' }
  | { readonly kind: 'full' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'archived' }
  | { readonly kind: 'taken'; readonly names: readonly string[] }

/** Where classes and the children in them are kept. Each call is done as a whole or not at all. */
export type ClassStore = {
  /** The classes of a teacher with the number of children in each, the newest first. */
  classesOf(ownerId: string): Promise<(ClassRecord & { readonly children: number })[]>
  findClass(classId: string): Promise<ClassRecord | null>
  /** Stores a class unless its code is another's; false then. */
  addClass(record: ClassRecord): Promise<boolean>
  /** Changes a class unless its new code is another's; false then. The children of one that is archived are signed out. */
  changeClass(classId: string, change: ClassChange): Promise<boolean>
  /** The family of a parent, which is `fresh` where there was none; null where that one's code is another's. */
  familyOf(parentId: string, fresh: ClassRecord): Promise<ClassRecord | null>
}

export type ChildStore = {
  /** By name. */
  childrenOf(classId: string): Promise<ChildRecord[]>
  /** The children a parent looks after, by name. */
  childrenOfGuardian(parentId: string): Promise<ChildRecord[]>
  findChild(studentId: string): Promise<ChildRecord | null>
  /** The child that is meant by this name as it was typed (domain/child-name.ts) in the class of this code, unless that is archived. */
  findToSignIn(code: string, name: string): Promise<ChildToSignIn | null>
  /** What a signed-in child is called, by those who know it and on the boards. */
  findNames(studentId: string): Promise<{ readonly name: string; readonly nickname: string } | null>
  /** Stores all of them or none; with a guardian, they are this parent's too. */
  addChildren(
    classId: string,
    children: readonly NewChild[],
    guardianId: string | null,
    nowMs: number,
  ): Promise<Placed>
  rename(studentId: string, name: string): Promise<Placed>
  move(studentId: string, classId: string): Promise<Placed>
  /** Moves it with a number behind its name where another child of the class has that name already. */
  moveApart(studentId: string, classId: string): Promise<Placed>
  /** A new PIN: who signed in with the old one is signed out, and wrong answers are forgotten. */
  setPin(studentId: string, pinHash: string, pinKind: PinKind, accountKey: string): Promise<void>
  /** The parents who look after a child, by name. */
  parentsOf(studentId: string): Promise<{ readonly id: string; readonly name: string }[]>
  /** This parent looks after the child no more. */
  removeGuardian(studentId: string, parentId: string): Promise<void>
  /** In place of an older one; false where the child is gone. */
  addLinkCode(studentId: string, codeHash: string, expiresAtMs: number): Promise<boolean>
  /** Makes the parent a guardian of the child whose code this is, which is then used up; null for no such code. */
  useLinkCode(codeHash: string, parentId: string, nowMs: number): Promise<string | null>
}

/** What is remembered of wrong answers. */
export type SignInFailureStore = {
  /** Counts an answer before it is looked at. Gives the seconds to wait where it may not be heard, otherwise 0. */
  charge(accountKey: string, nowMs: number): Promise<number>
  /** Takes one such answer back: it was not looked at. */
  credit(accountKey: string, nowMs: number): Promise<void>
  /** Forgets the account's wrong answers. */
  clear(accountKey: string): Promise<void>
  /** Counts a stranger's answer at a class before it is looked at. Gives the seconds to wait, otherwise 0. */
  chargeGuess(classKey: string, nowMs: number): Promise<number>
  /** Takes one such answer back: it was right, or was not looked at. */
  creditGuess(classKey: string): Promise<void>
  /** Whether strangers to a class have to wait now. */
  strangersWait(classKey: string, nowMs: number): Promise<boolean>
  /**
   * Forgets the guesses at a class where strangers have to wait for them, and counts that under `letInKey`. Gives the
   * seconds until that may be done again where it may not be done now, otherwise 0.
   */
  letIn(classKey: string, letInKey: string, nowMs: number): Promise<number>
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
export type Credential = { readonly email: string; readonly passwordHash: string | null }

export type AdultStore = {
  /** Whose session this is, adult or child; null where it is over at that time, or ended. */
  personOf(sessionId: string, nowMs: number): Promise<Person | null>
  findCredential(adultId: string): Promise<Credential | null>
  /** The rows of each table that are about this adult; never a password or another person's name. */
  everything(adultId: string): Promise<Readonly<Record<string, readonly StoredRow[]>>>
  /** Whoever has used a mailed link owns the address: it is verified, and every other such link is void. False where the account is gone. */
  addressProved(adultId: string): Promise<boolean>
  /** Deletes the account of an address that nobody has proved, unless it has been in use: it has a class or looks after a child. */
  removeUnproved(email: string): Promise<void>
  /** Deletes the account with its classes, unless children are at home in them; false then. */
  remove(adultId: string): Promise<boolean>
}

/** Everything accounts keep. */
export type AccountStores = {
  readonly database: AuthDatabase
  readonly classes: ClassStore
  readonly children: ChildStore
  readonly failures: SignInFailureStore
  readonly childData: ChildData
  readonly adults: AdultStore
}

/** A mail in plain text. */
export type Mail = { readonly to: string; readonly subject: string; readonly text: string }

/** Sends a mail. Rejects when nobody has taken it. */
export type SendMail = (mail: Mail) => Promise<void>
