import { createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import { DatabaseUrlError } from '../../server/storage/postgres/failures.ts'
import { openPostgres } from '../../server/storage/postgres/postgres-database.ts'

/** What startup says of a PostgreSQL that it cannot use. */
export async function sentenceOf(url: string): Promise<string> {
  const error: unknown = await openPostgres({ url }).then(
    () => new Error('the database opened'),
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(DatabaseUrlError)
  return (error as Error).message
}

/** A server that takes every connection and says `answer`, or nothing. */
export async function listener(answer: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined))
    answer(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}
