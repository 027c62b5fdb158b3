import { mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { MIGRATIONS } from '../sql/migrations/all.ts'
import type { Migration } from '../sql/migrations/migration.ts'
import { restrictToOwner } from '../../ops/restrict-to-owner.ts'
import { SqliteConnection, READER_PRAGMAS } from './connection.ts'
import { isTransient } from './engine.ts'
import { migrateFile } from './migrate.ts'

/** The embedded database cannot be opened at startup. The message names the file and the reason. */
export class DatabaseFileError extends Error {
  constructor(path: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(`The database file ${path} cannot be used: ${reason.replace(/\.$/, '')}.`, { cause })
    this.name = 'DatabaseFileError'
  }
}

/** The file existed when the server started and has disappeared. */
class FileMissing extends Error {
  readonly code = 'ERR_SQLITE_ERROR'
  /** SQLITE_IOERR. */
  readonly errcode = 10
}

/** Identifies a file regardless of its path; a restored backup has a different one. */
export type Identity = { readonly device: number; readonly inode: number }

export type Connections = { readonly writer: SqliteConnection; readonly reader: SqliteConnection }

/** The database file and the files that SQLite creates next to it with the same mode. */
const SUFFIXES = ['', '-wal', '-shm']

/** The least time before a failed connection is reopened: a closed one may keep its files open until garbage collection. */
const REOPEN_AFTER_MS = 1_000

function identityOf(path: string): Identity | null {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat ? { device: stat.dev, inode: stat.ino } : null
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/**
 * Creates a directory and its missing parents one at a time: Node's recursive `mkdir` never returns if a parent exists but
 * cannot contain directories, as in `/proc`.
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
      // Another process may have created it.
      if (!isFolder(folder)) throw error
    }
  }
}

/**
 * The database file and its two connections. Opened on demand; reopened after a failure, or if the file was replaced (by a
 * restored backup).
 */
export class DatabaseFile {
  readonly path: string
  readonly #migrations: readonly Migration[]
  #open: (Connections & { readonly identity: Identity }) | null = null
  /** Why and when the connections were closed. */
  #failure: { readonly error: unknown; readonly atMs: number } | null = null

  constructor(path: string, migrations: readonly Migration[] = MIGRATIONS) {
    this.path = path
    this.#migrations = migrations
  }

  /** Creates the directory and the file if they are missing. Throws DatabaseFileError. */
  create(): void {
    try {
      makeFolder(dirname(this.path))
      this.#connect()
    } catch (error) {
      throw new DatabaseFileError(this.path, error)
    }
  }

  /** Returns the connections, opening them if necessary. Never creates a file in place of a missing one. */
  connections(): Connections {
    const identity = identityOf(this.path)
    if (!identity) {
      this.close()
      // Writes to an unlinked file would be acknowledged and lost.
      throw new FileMissing(`the file ${this.path} is gone`)
    }
    if (this.#open?.identity.inode === identity.inode && this.#open.identity.device === identity.device) {
      return this.#open
    }
    this.close()
    if (this.#failure && performance.now() - this.#failure.atMs < REOPEN_AFTER_MS) throw this.#failure.error
    return this.#connect()
  }

  /** Identifies the file that is open, even if another has replaced it at the path. Null if none is open. */
  openIdentity(): Identity | null {
    return this.#open?.identity ?? null
  }

  /** Closes the connections unless the failure is transient. */
  fail(error: unknown): void {
    if (!this.#open || isTransient(error)) return
    this.#failure = { error, atMs: performance.now() }
    this.close()
  }

  /** Closes the connections; the next use reopens them. */
  close(): void {
    const open = this.#open
    this.#open = null
    open?.reader.close()
    open?.writer.close()
  }

  #ownerOnly(): void {
    restrictToOwner(dirname(this.path))
    for (const suffix of SUFFIXES) restrictToOwner(`${this.path}${suffix}`)
  }

  #connect(): Connections {
    this.#ownerOnly()
    const writer = new SqliteConnection(this.path)
    try {
      writer.file.exec('begin immediate')
      migrateFile(writer.file, this.#migrations, Date.now())
      writer.file.exec('commit')
      const reader = new SqliteConnection(this.path)
      reader.file.exec(READER_PRAGMAS)
      const identity = identityOf(this.path)
      if (!identity) throw new FileMissing(`the file ${this.path} is gone`)
      // Newly created files have the process's default mode.
      this.#ownerOnly()
      this.#open = { writer, reader, identity }
      return this.#open
    } catch (error) {
      writer.close()
      throw error
    }
  }
}
