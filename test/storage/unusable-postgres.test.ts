import { expect, test } from 'vitest'
import { listener, sentenceOf } from '../factories/unusable-postgres.ts'

test('[STO-26] the message names the address without its password if nothing listens there', async () => {
  expect(await sentenceOf('postgres://me:hunter2@127.0.0.1:1/tenfold?password=hunter2')).toBe(
    'DATABASE_URL, postgres://***@127.0.0.1:1/tenfold?***, cannot be used: connect ECONNREFUSED 127.0.0.1:1.',
  )
  // A name with two addresses, each of which refuses.
  expect(await sentenceOf('postgres://me:hunter2@localhost:1/tenfold')).toMatch(
    /^DATABASE_URL, postgres:\/\/\*\*\*@localhost:1\/tenfold, cannot be used: connect ECONNREFUSED .*:1\.$/,
  )
})

test('[STO-26] the message says so if something else answers there', async () => {
  const port = await listener((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  expect(await sentenceOf(`postgres://me@127.0.0.1:${port}/tenfold`)).toMatch(/cannot be used: .+\.$/)
})

test('[STO-26] the message names a missing certificate', async () => {
  const url = 'postgres://me:hunter2@127.0.0.1:1/tenfold?sslrootcert=/nowhere.pem'
  const sentence = await sentenceOf(url)
  expect(sentence).toContain('/nowhere.pem')
  expect(sentence).not.toContain('hunter2')
})
