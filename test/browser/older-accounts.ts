import { dataDirOf } from '../factories/server-process.ts'
import { withFile } from '../factories/sqlite-file.ts'

type Child = { readonly id: string }

/** Makes these children's accounts a week older, so that there was time in which their answers can have been given. */
export async function olderAccounts(origin: string, children: readonly Child[]): Promise<void> {
  const ids = children.map(({ id }) => `'${id}'`).join()
  await withFile(dataDirOf(origin), (file) =>
    file.exec(`update student set created_at_ms = created_at_ms - 604800000 where user_id in (${ids})`),
  )
}
