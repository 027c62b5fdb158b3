import { join } from 'node:path'
import { StorageUnavailable } from '../../http/errors.ts'
import type { Database, Job, Transaction } from '../database.ts'
import type { Migration } from '../sql/migrations/migration.ts'
import { probe } from '../sql/probe.ts'
import type { SqliteConnection } from './connection.ts'
import { DatabaseFile, type Identity } from './database-file.ts'
import { isUnreachable, isDamage } from './engine.ts'
import { Writer } from './writer.ts'

export const DATABASE_FILE_NAME = 'tenfold.sqlite'

/** Checkpoints the whole WAL and truncates it. */
const CHECKPOINT = 'pragma wal_checkpoint(truncate)'

/** Returns whether the WAL was emptied. SQLite reports other readers and writers as `busy`, not as an error. */
function emptyWal({ file }: SqliteConnection): boolean {
  const result = file.prepare(CHECKPOINT).get() as { readonly busy: number } | undefined
  return result?.busy === 0
}

function isSameFile(one: Identity | null, other: Identity | null): boolean {
  return one?.inode === other?.inode && one?.device === other?.device
}

type SqliteOptions = {
  /** The directory of the database file; created if missing. */
  readonly dataDir: string
  /** For tests; all migrations by default. */
  readonly migrations?: readonly Migration[]
  /** Called once when the engine becomes unavailable, and again when it recovers. */
  readonly onUnavailable?: (error: unknown) => void
  readonly onBack?: () => void
  /** Called after each committed transaction. */
  readonly onBatch?: (jobs: number, seconds: number) => void
}

class SqliteDatabase implements Database {
  readonly #options: SqliteOptions
  readonly #file: DatabaseFile
  readonly #writer: Writer
  #isAvailable = true
  /** The file that was found corrupt. It stays so even if other pages can be read. */
  #damage: { readonly identity: Identity; readonly error: unknown } | null = null
  // Views run one at a time: the connection can have only one open transaction. Reads during a view share its snapshot.
  #lastView: Promise<unknown> = Promise.resolve()

  constructor(options: SqliteOptions) {
    this.#options = options
    this.#file = new DatabaseFile(join(options.dataDir, DATABASE_FILE_NAME), options.migrations)
    this.#file.create()
    this.#writer = new Writer({
      connection: () => this.#file.connections().writer,
      onUnavailable: (error) => this.#failed(error),
      onBatch: (jobs, seconds) => {
        this.#markAvailable()
        this.#options.onBatch?.(jobs, seconds)
      },
    })
  }

  #failed(error: unknown): void {
    const identity = this.#file.openIdentity()
    if (identity && isDamage(error)) this.#damage = { identity, error }
    this.#file.fail(error)
    if (this.#isAvailable) this.#options.onUnavailable?.(error)
    this.#isAvailable = false
  }

  #markAvailable(): void {
    if (!this.#isAvailable) this.#options.onBack?.()
    this.#isAvailable = true
  }

  #reader(): SqliteConnection {
    try {
      return this.#file.connections().reader
    } catch (error) {
      this.#failed(error)
      throw new StorageUnavailable({ cause: error })
    }
  }

  async #using<T>(transaction: Transaction, job: Job<T>): Promise<T> {
    try {
      return await job(transaction)
    } catch (error) {
      if (!isUnreachable(error)) throw error
      this.#failed(error)
      throw new StorageUnavailable({ cause: error })
    }
  }

  async #view<T>(job: Job<T>): Promise<T> {
    const transaction = this.#reader()
    return this.#using(transaction, async () => {
      transaction.prepare('begin').run()
      try {
        return await job(transaction)
      } finally {
        if (transaction.file.isOpen) transaction.prepare('commit').run()
      }
    })
  }

  readonly dialect: Database['dialect'] = 'sqlite'
  readonly read: Database['read'] = async (job) => this.#using(this.#reader(), job)

  readonly view: Database['view'] = (job) => {
    const result = this.#lastView.then(() => this.#view(job))
    this.#lastView = result.catch(() => undefined)
    return result
  }

  readonly write: Database['write'] = (job) => this.#writer.write(job)

  readonly check: Database['check'] = async () => {
    await this.#writer.write(probe)
    if (this.#damage && isSameFile(this.#damage.identity, this.#file.openIdentity())) {
      throw new StorageUnavailable({ cause: this.#damage.error })
    }
  }

  /** Only one process uses the file. */
  readonly tryWithLock: Database['tryWithLock'] = (_name, work) => work()

  readonly scrub: Database['scrub'] = () =>
    this.#writer
      .exclusive(() => emptyWal(this.#file.connections().writer))
      .catch((error: unknown) => {
        this.#failed(error)
        throw new StorageUnavailable({ cause: error })
      })

  readonly close: Database['close'] = async () => {
    await this.#writer.idle()
    // Leaves one file instead of three. If this fails, the WAL is recovered at the next start.
    await this.#writer.exclusive(() => emptyWal(this.#file.connections().writer)).catch(() => undefined)
    this.#file.close()
  }
}

/** Opens the embedded database; creates and migrates it if necessary. Throws DatabaseFileError. */
export function openSqlite(options: SqliteOptions): Database {
  return new SqliteDatabase(options)
}
