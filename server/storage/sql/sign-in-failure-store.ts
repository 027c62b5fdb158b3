import { chargeGuess, chargeLetIn, creditGuess, strangersWait } from '../../../domain/class-guesses.ts'
import { charge, credit } from '../../../domain/sign-in-wait.ts'
import type { SignInFailureStore } from '../../account/port.ts'
import type { Database } from '../database.ts'
import type { Dialect } from '../dialect.ts'
import { queryBuilder, statement } from './statement.ts'

type OfAccount = { accountKey: string }
type Failures = OfAccount & { failures: number; notBeforeMs: number }

function statementsFor(dialect: Dialect) {
  const db = queryBuilder(dialect)
  return {
    // The row is there before it is held, so that two first answers at once are two answers.
    ensure: statement<OfAccount>()((values) =>
      db
        .insertInto('sign_in_failure')
        .values({ account_key: values.accountKey, failures: 0, not_before_ms: 0 })
        .onConflict((conflict) => conflict.column('account_key').doNothing()),
    ),
    hold: statement<OfAccount>()((values) =>
      db
        .selectFrom('sign_in_failure')
        .select(['failures', 'not_before_ms'])
        .where('account_key', '=', values.accountKey)
        .$if(dialect === 'postgres', (query) => query.forUpdate()),
    ),
    look: statement<OfAccount>()((values) =>
      db.selectFrom('sign_in_failure').select('not_before_ms').where('account_key', '=', values.accountKey),
    ),
    put: statement<Failures>()((values) =>
      db
        .updateTable('sign_in_failure')
        .set({ failures: values.failures, not_before_ms: values.notBeforeMs })
        .where('account_key', '=', values.accountKey),
    ),
    clear: statement<OfAccount>()((values) =>
      db.deleteFrom('sign_in_failure').where('account_key', '=', values.accountKey),
    ),
  }
}

/** Wrong answers of accounts in a SQL database. */
export function sqlSignInFailureStore(database: Database): SignInFailureStore {
  const statements = statementsFor(database.dialect)
  return {
    charge: (accountKey, nowMs) =>
      database.write(async (transaction) => {
        await transaction.run(statements.ensure, { accountKey })
        const row = await transaction.first(statements.hold, { accountKey })
        const isNew = row === undefined || row.failures === 0
        const known = isNew ? null : { failures: row.failures, notBeforeMs: row.not_before_ms }
        const charged = charge(known, nowMs)
        if (charged.kind === 'wait') return charged.seconds
        await transaction.run(statements.put, { accountKey, ...charged.next })
        return 0
      }),

    credit: (accountKey, nowMs) =>
      database.write(async (transaction) => {
        const row = await transaction.first(statements.hold, { accountKey })
        if (!row) return
        const known = { failures: row.failures, notBeforeMs: row.not_before_ms }
        await transaction.run(statements.put, { accountKey, ...credit(known, nowMs) })
      }),

    // A class's row holds in `not_before_ms` when all its guesses are free again.
    chargeGuess: (accountKey, nowMs) =>
      database.write(async (transaction) => {
        await transaction.run(statements.ensure, { accountKey })
        const row = await transaction.first(statements.hold, { accountKey })
        const charged = chargeGuess(row?.not_before_ms ?? 0, nowMs)
        if (charged.kind === 'wait') return charged.seconds
        await transaction.run(statements.put, { accountKey, failures: 1, notBeforeMs: charged.fullAtMs })
        return 0
      }),

    creditGuess: (accountKey) =>
      database.write(async (transaction) => {
        const row = await transaction.first(statements.hold, { accountKey })
        if (!row) return
        const notBeforeMs = creditGuess(row.not_before_ms)
        await transaction.run(statements.put, { accountKey, failures: row.failures, notBeforeMs })
      }),

    strangersWait: (classKey, nowMs) =>
      database.read(async (transaction) => {
        const row = await transaction.first(statements.look, { accountKey: classKey })
        return strangersWait(row?.not_before_ms ?? 0, nowMs)
      }),

    letIn: (classKey, letInKey, nowMs) =>
      database.write(async (transaction) => {
        const guessed = await transaction.first(statements.hold, { accountKey: classKey })
        if (!strangersWait(guessed?.not_before_ms ?? 0, nowMs)) return 0
        await transaction.run(statements.ensure, { accountKey: letInKey })
        const row = await transaction.first(statements.hold, { accountKey: letInKey })
        const charged = chargeLetIn(row?.not_before_ms ?? 0, nowMs)
        if (charged.kind === 'wait') return charged.seconds
        const next = { failures: 1, notBeforeMs: charged.fullAtMs }
        await transaction.run(statements.put, { accountKey: letInKey, ...next })
        await transaction.run(statements.clear, { accountKey: classKey })
        return 0
      }),

    clear: (accountKey) =>
      database.write(async (transaction) => void (await transaction.run(statements.clear, { accountKey }))),
  }
}
