import { expect, onTestFinished, test } from 'vitest'
import { MAX_CHILDREN } from '../../contract/classes.ts'
import { BADGE_COLORS } from '../../domain/badge.ts'
import { ANIMALS, animalOf } from '../../domain/nickname.ts'
import { sqlAccountStores } from '../../server/storage/sql/accounts/account-stores.ts'
import { MIGRATIONS } from '../../server/storage/sql/migrations/all.ts'
import { ADAPTERS } from './adapters.ts'

type Old = { readonly nickname: string; readonly pinKind: 'digits' | 'pictures' }

const FOXES = 12

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

const CLASSES: Readonly<Record<string, readonly Old[]>> = {
  empty: [],
  half: [
    { nickname: 'SwiftFox42', pinKind: 'digits' },
    { nickname: 'GoldenGoose7', pinKind: 'pictures' },
  ],
  most: [
    { nickname: 'SwiftFox42', pinKind: 'pictures' },
    { nickname: 'CalmFox1', pinKind: 'pictures' },
    { nickname: 'WiseMoose9', pinKind: 'digits' },
  ],
  // More share the fox than there are colors, as in no class that came about by chance.
  full: Array.from({ length: MAX_CHILDREN }, (_, at) => ({
    nickname: `Swift${capital(at < FOXES ? 'fox' : (ANIMALS[1 + (at % 30)] ?? 'bee'))}${at + 1}`,
    pinKind: 'digits' as const,
  })),
}

function beforehand(): string[] {
  const statements = [`insert into "user" values ('teacher', 'T', 't@school.example', 0, 'teacher', 0, 0)`]
  for (const [id, children] of Object.entries(CLASSES)) {
    statements.push(`insert into school_class values ('${id}', 'teacher', 'class', '', '${id}', 0, null)`)
    for (const [at, { nickname, pinKind }] of children.entries()) {
      const child = `${id}${at}`
      statements.push(
        `insert into "user" values ('${child}', '', '${child}', 0, 'student', 0, 0)`,
        `insert into student (user_id, class_id, display_name, name_key, nickname, pin_hash, pin_kind, created_at_ms)
          values ('${child}', '${id}', '${child}', '${child}', '${nickname}', 'none', '${pinKind}', 0)`,
      )
    }
  }
  return statements
}

test.each(ADAPTERS)(
  '[STO-1, CLS-26, SIN-12] in $name each class gets the kind of PIN that most of its children have, and badges are unique in a class',
  async (adapter) => {
    const openAgain = await adapter.place()
    const old = await openAgain(MIGRATIONS.filter(({ id }) => id < 12))
    await old.write(async (transaction) => {
      for (const sql of beforehand()) await transaction.run({ sql, bind: () => [] }, {})
    })
    await old.close()

    const database = await openAgain(MIGRATIONS)
    onTestFinished(() => database.close())
    const { classes, children } = sqlAccountStores(database)
    const kindOf = async (id: string) => (await classes.findClass(id))?.pinKind
    expect(await Promise.all(['empty', 'half', 'most', 'full'].map(kindOf))).toEqual([
      'digits',
      'digits',
      'pictures',
      'digits',
    ])
    for (const [id, before] of Object.entries(CLASSES)) {
      const after = await children.childrenOf(id)
      expect(new Set(after.map(({ color, nickname }) => `${color} ${animalOf(nickname)}`)).size).toBe(
        before.length,
      )
      expect(after.filter(({ nickname }) => animalOf(nickname) === null)).toEqual([])
      const kept = after.filter(({ nickname }) => before.some((child) => child.nickname === nickname))
      expect(before.length - kept.length).toBe(id === 'full' ? FOXES - BADGE_COLORS.length : 0)
    }
  },
)
