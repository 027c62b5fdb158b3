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

/**
 * Opens the embedded database, making and migrating it as needed.
 * Throws DatabaseFileError, whose message names the file and the reason.
 */
export function openSqlite(options: SqliteOptions): Database {
  const file = new DatabaseFile(join(options.dataDir, DATABASE_FILE_NAME), options.migrations)
  file.create()
  const checkpoints = new Checkpoints(file.path, () => file.openIdentity())
  let working = true
  /** In which file damage was met, and what was said of it: it stays damaged, however well other pages are read. */
  let damage: { readonly identity: Identity; readonly error: unknown } | null = null

  const failed = (error: unknown): void => {
    const identity = file.openIdentity()
    if (identity && isDamage(error)) damage = { identity, error }
    file.fail(error)
    if (working) options.onAway?.(error)
    working = false
  }
  const works = (): void => {
    if (!working) options.onBack?.()
    working = true
  }
  const writer = new Writer({
    connection: () => file.connections().writer,
    onAway: failed,
    onBatch: (jobs, seconds) => {
      works()
      checkpoints.committed()
      options.onBatch?.(jobs, seconds)
    },
  })

  const reader = (): SqliteConnection => {
    try {
      return file.connections().reader
    } catch (error) {
      failed(error)
      throw new StorageAway({ cause: error })
    }
  }
  const using = async <T>(transaction: Transaction, job: Job<T>): Promise<T> => {
    try {
      return await job(transaction)
    } catch (error) {
      if (!isAway(error)) throw error
      failed(error)
      throw new StorageAway({ cause: error })
    }
  }

  // One after another: the connection has room for one open transaction. Other reads in it see that moment too.
  let viewing: Promise<unknown> = Promise.resolve()
  const view = async <T>(job: Job<T>): Promise<T> => {
    const transaction = reader()
    return using(transaction, async () => {
      transaction.prepare('begin').run()
      try {
        return await job(transaction)
      } finally {
        if (transaction.file.isOpen) transaction.prepare('commit').run()
      }
    })
  }

  return {
    dialect: 'sqlite',
    read: async (job) => using(reader(), job),
    view: (job) => {
      const viewed = viewing.then(() => view(job))
      viewing = viewed.catch(() => undefined)
      return viewed
    },
    snapshot: async (job) => {
      reader()
      // A connection of its own: the other one is shared, and its readers want what was committed last.
      const connection = file.another()
      try {
        return await using(connection, job)
      } finally {
        connection.close()
      }
    },
    write: (job) => writer.write(job),
    check: async () => {
      await writer.write((transaction) => transaction.run(PROBE, { atMs: Date.now() }))
      if (damage && isSameFile(damage.identity, file.openIdentity())) {
        throw new StorageAway({ cause: damage.error })
      }
    },
    // One process has the file.
    alone: (_name, work) => work(),
    scrub: async () => {
      await checkpoints.idle()
      return writer
        .exclusive(() => emptyJournal(file.connections().writer))
        .catch((error: unknown) => {
          failed(error)
          throw new StorageAway({ cause: error })
        })
    },
    close: async () => {
      await writer.idle()
      await checkpoints.end()
      // Leaves one file behind instead of three; where it cannot, the journal is read at the next start.
      await writer.exclusive(() => emptyJournal(file.connections().writer)).catch(() => undefined)
      file.drop()
    },
  }
}
