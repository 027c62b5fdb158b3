import { join } from 'node:path'
import { StorageAway } from '../../http/errors.ts'
import type { Database, Job, Transaction } from '../database.ts'
import type { Migration } from '../sql/migrations/migration.ts'
import { writeProbe } from '../sql/write-probe.ts'
import type { Identity } from './checkpoint-thread.ts'
import { Checkpoints } from './checkpoints.ts'
import type { SqliteConnection } from './connection.ts'
import { DatabaseFile } from './database-file.ts'
import { isAway, isDamage } from './engine.ts'
import { Writer } from './writer.ts'

export const DATABASE_FILE_NAME = 'tenfold.sqlite'

/** Writes the journal into the file and empties it. */
const CHECKPOINT = 'pragma wal_checkpoint(truncate)'

/** Whether the journal is empty now. A reader or writer elsewhere is no error to SQLite: it says `busy` in its answer. */
function emptyJournal({ file }: SqliteConnection): boolean {
  const answer = file.prepare(CHECKPOINT).get() as { readonly busy: number } | undefined
  return answer?.busy === 0
}

function isSameFile(one: Identity | null, other: Identity | null): boolean {
  return one?.inode === other?.inode && one?.device === other?.device
}

type SqliteOptions = {
  /** The folder of the database file; made when it is missing. */
  readonly dataDir: string
  /** The migrations to know; those of this version unless a test says otherwise. */
  readonly migrations?: readonly Migration[]
  /** Told when the engine stops working, with the cause, and when it works again. */
  readonly onAway?: (error: unknown) => void
  readonly onBack?: () => void
  /** Told of each committed transaction. */
  readonly onBatch?: (jobs: number, seconds: number) => void
}

const PROBE = writeProbe('sqlite')

class SqliteDatabase implements Database {
  readonly #options: SqliteOptions
  readonly #file: DatabaseFile
  readonly #checkpoints: Checkpoints
  readonly #writer: Writer
  #working = true
  /** In which file damage was met, and what was said of it: it stays damaged, however well other pages are read. */
  #damage: { readonly identity: Identity; readonly error: unknown } | null = null
  // One after another: the connection has room for one open transaction. Other reads in it see that moment too.
  #viewing: Promise<unknown> = Promise.resolve()

  constructor(options: SqliteOptions) {
    this.#options = options
    this.#file = new DatabaseFile(join(options.dataDir, DATABASE_FILE_NAME), options.migrations)
    this.#file.create()
    this.#checkpoints = new Checkpoints(this.#file.path, () => this.#file.openIdentity())
    this.#writer = new Writer({
      connection: () => this.#file.connections().writer,
      onAway: (error) => this.#failed(error),
      onBatch: (jobs, seconds) => {
        this.#works()
        this.#checkpoints.committed()
        this.#options.onBatch?.(jobs, seconds)
      },
    })
  }

  #failed(error: unknown): void {
    const identity = this.#file.openIdentity()
    if (identity && isDamage(error)) this.#damage = { identity, error }
    this.#file.fail(error)
    if (this.#working) this.#options.onAway?.(error)
    this.#working = false
  }

  #works(): void {
    if (!this.#working) this.#options.onBack?.()
    this.#working = true
  }

  #reader(): SqliteConnection {
    try {
      return this.#file.connections().reader
    } catch (error) {
      this.#failed(error)
      throw new StorageAway({ cause: error })
    }
  }

  async #using<T>(transaction: Transaction, job: Job<T>): Promise<T> {
    try {
      return await job(transaction)
    } catch (error) {
      if (!isAway(error)) throw error
      this.#failed(error)
      throw new StorageAway({ cause: error })
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
    const viewed = this.#viewing.then(() => this.#view(job))
    this.#viewing = viewed.catch(() => undefined)
    return viewed
  }

  readonly snapshot: Database['snapshot'] = async (job) => {
    this.#reader()
    // A connection of its own: the other one is shared, and its readers want what was committed last.
    const connection = this.#file.another()
    try {
      return await this.#using(connection, job)
    } finally {
      connection.close()
    }
  }

  readonly write: Database['write'] = (job) => this.#writer.write(job)

  readonly check: Database['check'] = async () => {
    await this.#writer.write((transaction) => transaction.run(PROBE, { atMs: Date.now() }))
    if (this.#damage && isSameFile(this.#damage.identity, this.#file.openIdentity())) {
      throw new StorageAway({ cause: this.#damage.error })
    }
  }

  /** One process has the file. */
  readonly alone: Database['alone'] = (_name, work) => work()

  readonly scrub: Database['scrub'] = async () => {
    await this.#checkpoints.idle()
    return this.#writer
      .exclusive(() => emptyJournal(this.#file.connections().writer))
      .catch((error: unknown) => {
        this.#failed(error)
        throw new StorageAway({ cause: error })
      })
  }

  readonly close: Database['close'] = async () => {
    await this.#writer.idle()
    await this.#checkpoints.end()
    // Leaves one file behind instead of three; where it cannot, the journal is read at the next start.
    await this.#writer.exclusive(() => emptyJournal(this.#file.connections().writer)).catch(() => undefined)
    this.#file.drop()
  }
}

/**
 * Opens the embedded database, making and migrating it as needed.
 * Throws DatabaseFileError, whose message names the file and the reason.
 */
export function openSqlite(options: SqliteOptions): Database {
  return new SqliteDatabase(options)
}
