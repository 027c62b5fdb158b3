import { expect, onTestFinished, test } from 'vitest'
import { MIGRATIONS } from '../../server/storage/sql/migrations/all.ts'
import { everyTable } from '../factories/every-table.ts'
import { ADAPTERS } from './adapters.ts'

const OLD_ROWS = [
  `insert into "user" (id, name, email, email_verified, role, created_at_ms, updated_at_ms)
    values ('adult', 'Ada', 'ada@school.example', 1, 'teacher', 0, 0), ('child', '', 'child@student.invalid', 0, 'student', 0, 0)`,
  `insert into school_class (id, owner_id, kind, name, code, created_at_ms) values ('home', 'adult', 'class', '3b', 'BCD234', 0)`,
  `insert into student (user_id, class_id, display_name, name_key, nickname, pin_hash, pin_kind, created_at_ms)
    values ('child', 'home', 'Ana', 'ana', 'SwiftFox42', '', 'digits', 0)`,
  `insert into child_access (student_id, at_ms, adult_id, kind) values ('child', 5, 'adult', 'pin_view')`,
]

test.each(ADAPTERS)(
  '[STO-1, ACC-38] views recorded earlier on $name stay in the access log',
  async (adapter) => {
    const openAgain = await adapter.place()
    const old = await openAgain(MIGRATIONS.filter(({ id }) => id < 18))
    await old.write(async (transaction) => {
      for (const sql of OLD_ROWS) await transaction.run({ sql, bind: () => [] }, {})
    })
    await old.close()
    const database = await openAgain(MIGRATIONS)
    onTestFinished(() => database.close())
    expect((await everyTable(database)).get('child_access')).toEqual([
      {
        student_id: 'child',
        at_ms: 5,
        adult_id: 'adult',
        kind: 'pin_view',
        role: 'teacher',
        home_id: 'home',
      },
    ])
  },
)
