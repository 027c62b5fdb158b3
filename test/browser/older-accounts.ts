import { withFile } from '../factories/sqlite-file.ts'

/** Makes every child's account a week older, so that there was time in which its answers can have been given. */
export async function olderAccounts({ dataDir }: { readonly dataDir: string }): Promise<void> {
  await withFile(dataDir, (file) => file.exec('update student set created_at_ms = created_at_ms - 604800000'))
}
