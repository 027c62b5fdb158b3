import type { FoundGuest, RemovalStore } from '../../operations/removal.ts'
import type { Database } from '../database.ts'
import type { Dialect } from '../dialect.ts'
import { BattleRows } from './battle-rows.ts'
import { BoardRows } from './board-rows.ts'
import { queryBuilder, statement } from './statement.ts'

type OfGuest = { guestId: number }

function statementsFor(dialect: Dialect) {
  const db = queryBuilder(dialect)
  return {
    find: statement<{ text: string; tokenHash: string; most: number }>()((values) =>
      db
        .selectFrom('guest')
        .select(['public_id', 'nickname', 'last_active_day'])
        .where((eb) =>
          eb.or([
            eb('nickname', '=', values.text),
            eb('public_id', '=', values.text),
            eb('token_hash', '=', values.tokenHash),
          ]),
        )
        .orderBy('last_active_day', 'desc')
        .orderBy('public_id')
        .limit(values.most),
    ),
    // SQLite has one writer at a time; elsewhere this guest may be playing just now.
    hold: statement<{ publicId: string }>()((values) =>
      db
        .selectFrom('guest')
        .select('id')
        .where('public_id', '=', values.publicId)
        .$if(dialect === 'postgres', (query) => query.forUpdate()),
    ),
    results: statement<OfGuest>()((values) =>
      db.deleteFrom('practice_result').where('guest_id', '=', values.guestId),
    ),
    reports: statement<OfGuest>()((values) =>
      db.deleteFrom('time_report').where('guest_id', '=', values.guestId),
    ),
    guest: statement<OfGuest>()((values) => db.deleteFrom('guest').where('id', '=', values.guestId)),
  }
}

/** Removing single guests from a SQL database. */
export function sqlRemovalStore(database: Database): RemovalStore {
  const statements = statementsFor(database.dialect)
  const boards = new BoardRows(database.dialect)
  const battles = new BattleRows(database.dialect)
  return {
    find: (text, tokenHash, most) =>
      database.read(async (transaction) =>
        (await transaction.all(statements.find, { text, tokenHash, most })).map((row): FoundGuest => ({
          publicId: row.public_id,
          nickname: row.nickname,
          lastActiveDay: row.last_active_day,
        })),
      ),

    remove: (publicId) =>
      database.write(async (transaction) => {
        const row = await transaction.first(statements.hold, { publicId })
        if (!row) return null
        const guest = { guestId: row.id }
        await boards.removePlayer(transaction, guest.guestId)
        const played = await battles.removePlayer(transaction, guest.guestId)
        const sessions = await transaction.run(statements.results, guest)
        const reports = await transaction.run(statements.reports, guest)
        await transaction.run(statements.guest, guest)
        return { sessions, battles: played, reports }
      }),

    scrub: () => database.scrub(),
  }
}
