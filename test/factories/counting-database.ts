import type { Database, Job } from '../../server/storage/database.ts'

/** The database, and the SQL of every statement that ran on it. */
export function countingDatabase(database: Database): { database: Database; ran: string[] } {
  const ran: string[] = []
  const within =
    <T>(job: Job<T>): Job<T> =>
    ({ dialect, db }) =>
      job({
        dialect,
        db: db.withPlugin({
          transformQuery: ({ node, queryId }) => {
            ran.push(db.getExecutor().compileQuery(node, queryId).sql)
            return node
          },
          transformResult: ({ result }) => Promise.resolve(result),
        }),
      })
  return {
    ran,
    database: {
      dialect: database.dialect,
      read: (job) => database.read(within(job)),
      view: (job) => database.view(within(job)),
      write: (job) => database.write(within(job)),
      check: () => database.check(),
      scrub: () => database.scrub(),
      tryWithLock: (name, work) => database.tryWithLock(name, work),
      close: () => database.close(),
    },
  }
}
