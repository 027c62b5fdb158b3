import { mkdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import fastify from 'fastify'
import { openFile } from '../server/storage/sqlite/engine.ts'

type Row = { sessionToken: string; league?: string; score?: number }

/**
 * The baseline: the same framework and engine with one prepared single-row upsert per call, each in its own durable
 * transaction, without validation, hashing, logs or limits.
 */
export async function serveBare(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const file = openFile(join(folder, 'bare.sqlite'))
  file.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    create table score (token text primary key, league text not null, score integer not null);
  `)
  const upsert = file.prepare(`
    insert into score (token, league, score) values (?, ?, ?)
    on conflict (token) do update set score = score.score + excluded.score returning score
  `)
  const app = fastify({ logger: false })
  const store = async ({ body }: { body: unknown }): Promise<unknown> => {
    // SQLite skips a write that changes nothing, and the disk with it: every call must change its row.
    const { sessionToken, league = '', score = 1 } = body as Row
    return upsert.get(sessionToken, league, score)
  }
  app.post('/api/guest/score', store)
  app.post('/api/guest/session', store)
  // This reference also keeps the database from being garbage-collected: a statement does not.
  app.addHook('onClose', async () => file.close())
  await app.listen({ host: '127.0.0.1', port: 0 })
  console.log(JSON.stringify({ port: (app.server.address() as AddressInfo).port }))
}
