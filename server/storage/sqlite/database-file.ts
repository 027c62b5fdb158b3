import { mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { MIGRATIONS } from '../sql/migrations/all.ts'
import type { Migration } from '../sql/migrations/migration.ts'
import { ownerOnly } from '../../ops/owner-only.ts'
import type { Identity } from './checkpoint-thread.ts'
import { SqliteConnection, READING } from './connection.ts'
import { isPassing } from './engine.ts'
import { migrateFile } from './migrate.ts'

/** The embedded database cannot be used from the start; the message names the file and the reason. */
export class DatabaseFileError extends Error {
  constructor(path: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(`The database file ${path} cannot be used: ${reason.replace(/\.$/, '')}.`, { cause })
    this.name = 'DatabaseFileError'
  }
}

/** The file was there when the server started and is not there now. */
class FileGone extends Error {
  readonly code = 'ERR_SQLITE_ERROR'
  /** What SQLite calls this itself: SQLITE_IOERR. */
  readonly errcode = 10
}

export type Connections = { readonly writer: SqliteConnection; readonly reader: SqliteConnection }

/** The file itself, and what SQLite keeps beside it with the same mode. */
const FILES = ['', '-wal', '-shm']

/** A connection that failed is opened anew no sooner: a closed one may keep its files until garbage is collected. */
const REOPEN_AFTER_MS = 1_000

function identityOf(path: string): Identity | null {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat ? { device: stat.dev, inode: stat.ino } : null
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/**
 * Makes a folder and its missing parents, one after another: asked for all at once, Node never comes back where a
 * parent exists and takes no folder, as in `/proc`. Throws what the system says.
 */
function makeFolder(path: string): void {
  const missing: string[] = []
  for (let folder = resolve(path); !isFolder(folder); folder = dirname(folder)) {
    missing.unshift(folder)
    if (folder === dirname(folder)) break
  }
  for (const folder of missing) {
    try {
      mkdirSync(folder, { mode: 0o700 })
    } catch (error) {
      // Another process may have made it meanwhile.
      if (!isFolder(folder)) throw error
    }
  }
}

/**
 * The database's file with its two connections. It is opened when it is needed, and opened anew after it was
 * dropped or when another file has taken its place (a restored backup).
 */
export class DatabaseFile {
  readonly path: string
  readonly #migrations: readonly Migration[]
  #open: (Connections & { readonly identity: Identity }) | null = null
  /** The failure for which the connections were closed, and when. */
  #failure: { readonly error: unknown; readonly atMs: number } | null = null

  constructor(path: string, migrations: readonly Migration[] = MIGRATIONS) {
    this.path = path
    this.#migrations = migrations
  }

  /** Makes the folder and the file where they are missing. Throws DatabaseFileError when that cannot be. */
  create(): void {
    try {
      makeFolder(dirname(this.path))
      this.#connect()
    } catch (error) {
      throw new DatabaseFileError(this.path, error)
    }
  }

  /** The open connections. Throws what SQLite throws, and never makes a new file in place of a missing one. */
  connections(): Connections {
    const identity = identityOf(this.path)
    if (!identity) {
      this.drop()
      // Writes into a file without a name would be acknowledged and lost.
      throw new FileGone(`the file ${this.path} is gone`)
    }
    if (this.#open?.identity.inode === identity.inode && this.#open.identity.device === identity.device) {
      return this.#open
    }
    this.drop()
    if (this.#failure && performance.now() - this.#failure.atMs < REOPEN_AFTER_MS) throw this.#failure.error
    return this.#connect()
  }

  /** Which file the open connections have, whatever lies in its place by now; null while none is open. */
  openIdentity(): Identity | null {
    return this.#open?.identity ?? null
  }

  /** A connection beside the open ones whose every read is of one moment; whoever asked closes it. */
  another(): SqliteConnection {
    const connection = new SqliteConnection(this.path)
    connection.file.exec('pragma query_only = on; begin')
    return connection
  }

  /** Closes what is open after a failure that the connections may not survive. */
  fail(error: unknown): void {
    if (!this.#open || isPassing(error)) return
    this.#failure = { error, atMs: performance.now() }
    this.drop()
  }

  /** Closes what is open; the next use opens it again. */
  drop(): void {
    const open = this.#open
    this.#open = null
    open?.reader.close()
    open?.writer.close()
  }

  #ownerOnly(): void {
    ownerOnly(dirname(this.path))
    for (const ending of FILES) ownerOnly(`${this.path}${ending}`)
  }

  #connect(): Connections {
    this.#ownerOnly()
    const writer = new SqliteConnection(this.path)
    try {
      writer.file.exec('begin immediate')
      migrateFile(writer.file, this.#migrations, Date.now())
      writer.file.exec('commit')
      const reader = new SqliteConnection(this.path)
      reader.file.exec(READING)
      const identity = identityOf(this.path)
      if (!identity) throw new FileGone(`the file ${this.path} is gone`)
      // A file that was just made has the mode that the process gives to new ones.
      this.#ownerOnly()
      this.#open = { writer, reader, identity }
      return this.#open
    } catch (error) {
      writer.close()
      throw error
    }
  }
}
