import { sql, type SqlBool } from 'kysely'
import { chargeSignInWindow } from '../../../../domain/class-guesses.ts'
import { practiceDay } from '../../../../domain/practice-day.ts'
import {
  charge,
  countOnDay,
  credit,
  type SignInFailures,
  type WrongOnDay,
} from '../../../../domain/sign-in-wait.ts'
import { GUESS_ORIGINS, type SignInFailureStore } from '../../../account/sign-in-port.ts'
import type { Database } from '../../database.ts'
import { isSent, toJson } from '../json-rows.ts'
import { deletion, perDialect, queryBuilder, statement } from '../statement.ts'

type OfAccount = { accountKey: string }

/** A condition for an account's rows, including those counted separately (`GUESSERS`). */
export function isOfAccount(accountKey: string) {
  const keys = GUESS_ORIGINS.map((guesser) => sql`${accountKey} || ${sql.lit(` ${guesser}`)}`)
  return sql<SqlBool>`account_key in (${sql.join([sql`${accountKey}`, ...keys])})`
}

type Failures = OfAccount & SignInFailures & WrongOnDay

const statementsFor = perDialect((dialect) => {
  const db = queryBuilder(dialect)
  return {
    // Inserted before it is locked, so that two concurrent first failures both count.
    ensure: statement<OfAccount>()((values) =>
      db
        .insertInto('sign_in_failure')
        .values({ account_key: values.accountKey, failures: 0, not_before_ms: 0 })
        .onConflict((conflict) => conflict.column('account_key').doNothing()),
    ),
    lock: statement<OfAccount>()((values) =>
      db
        .selectFrom('sign_in_failure')
        .select(['failures', 'not_before_ms', 'practice_day', 'wrong_on_day'])
        .where('account_key', '=', values.accountKey)
        .$if(dialect === 'postgres', (query) => query.forUpdate()),
    ),
    put: statement<Failures>()((values) =>
      db
        .updateTable('sign_in_failure')
        .set({
          failures: values.failures,
          not_before_ms: values.notBeforeMs,
          practice_day: values.practiceDay,
          wrong_on_day: values.wrong,
        })
        .where('account_key', '=', values.accountKey),
    ),
    wrongOnDay: statement<{ rows: string; practiceDay: string }>()((values) =>
      db
        .selectFrom('sign_in_failure')
        .select(['account_key', 'wrong_on_day'])
        .where('practice_day', '=', values.practiceDay)
        .where(isSent(dialect, values.rows, { account_key: 'text' })),
    ),
    clear: deletion(dialect, 'sign_in_failure', 'account_key', 'accountKey'),
  }
})

/** Rows of sign-in windows do not count days. */
const NO_DAY: WrongOnDay = { practiceDay: '', wrong: 0 }

type Counted = { readonly practice_day: string; readonly wrong_on_day: number }

function onDay(row: Counted | undefined, nowMs: number, change: number): WrongOnDay {
  const known = { practiceDay: row?.practice_day ?? '', wrong: row?.wrong_on_day ?? 0 }
  return countOnDay(known, practiceDay(nowMs), change)
}

export function sqlSignInFailureStore(database: Database): SignInFailureStore {
  const statements = statementsFor(database.dialect)
  return {
    charge: (accountKey, nowMs, freeFailures) =>
      database.write(async (transaction) => {
        await transaction.run(statements.ensure, { accountKey })
        const row = await transaction.first(statements.lock, { accountKey })
        const isNew = row === undefined || row.failures === 0
        const known = isNew ? null : { failures: row.failures, notBeforeMs: row.not_before_ms }
        const charged = charge(known, nowMs, freeFailures)
        if (charged.kind === 'wait') return charged.seconds
        await transaction.run(statements.put, { accountKey, ...charged.next, ...onDay(row, nowMs, 1) })
        return 0
      }),

    credit: (accountKey, nowMs) =>
      database.write(async (transaction) => {
        const row = await transaction.first(statements.lock, { accountKey })
        if (!row) return
        const known = { failures: row.failures, notBeforeMs: row.not_before_ms }
        await transaction.run(statements.put, {
          accountKey,
          ...credit(known, nowMs),
          ...onDay(row, nowMs, -1),
        })
      }),

    resetAfterSuccess: (accountKey, nowMs) =>
      database.write(async (transaction) => {
        const row = await transaction.first(statements.lock, { accountKey })
        if (!row) return
        // The correct attempt was counted as well, before it was checked.
        const left = onDay(row, nowMs, -1)
        if (left.wrong === 0) return void (await transaction.run(statements.clear, { accountKey }))
        await transaction.run(statements.put, { accountKey, failures: 0, notBeforeMs: nowMs, ...left })
      }),

    wrongToday: (accountKeys, nowMs) =>
      database.read(async (transaction) => {
        const rows = toJson(accountKeys.map((key) => ({ account_key: key })))
        const found = await transaction.all(statements.wrongOnDay, { rows, practiceDay: practiceDay(nowMs) })
        return new Map(found.map((row) => [row.account_key, row.wrong_on_day]))
      }),

    // For sign-in windows, `not_before_ms` is when the credit is full again (domain/class-guesses.ts).
    openSignInWindow: (windowKey, nowMs) =>
      database.write(async (transaction) => {
        await transaction.run(statements.ensure, { accountKey: windowKey })
        const row = await transaction.first(statements.lock, { accountKey: windowKey })
        const charged = chargeSignInWindow(row?.not_before_ms ?? 0, nowMs)
        if (charged.kind === 'wait') return charged.seconds
        const next = { failures: 1, notBeforeMs: charged.fullAtMs, ...NO_DAY }
        await transaction.run(statements.put, { accountKey: windowKey, ...next })
        return 0
      }),

    clear: (accountKey) =>
      database.write(async (transaction) => void (await transaction.run(statements.clear, { accountKey }))),
  }
}
