import type { Database, Job, Transaction } from '../../server/storage/database.ts'

/** The database, and the SQL of every statement that ran on it. */
export function countingDatabase(database: Database): { database: Database; ran: string[] } {
  const ran: string[] = []
  const counting = ({ first, all, run, send, ...transaction }: Transaction): Transaction => ({
    dialect: transaction.dialect,
    db: transaction.db.withPlugin({
      transformQuery: ({ node, queryId }) => {
        ran.push(transaction.db.getExecutor().compileQuery(node, queryId).sql)
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    }),
    first: (statement, values) => (ran.push(statement.sql), first(statement, values)),
    all: (statement, values) => (ran.push(statement.sql), all(statement, values)),
    run: (statement, values) => (ran.push(statement.sql), run(statement, values)),
    send: (statement, values) => (ran.push(statement.sql), send(statement, values)),
  })
  const within = <T>(job: Job<T>): Job<T> => {
    return (transaction) =>
      job(
        counting({
          dialect: transaction.dialect,
          db: transaction.db,
          first: (statement, values) => transaction.first(statement, values),
          all: (statement, values) => transaction.all(statement, values),
          run: (statement, values) => transaction.run(statement, values),
          send: (statement, values) => transaction.send(statement, values),
        }),
      )
  }
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
