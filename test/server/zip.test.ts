import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { zipOf } from '../../server/http/zip.ts'

const AT_MS = Date.parse('2026-03-18T19:00:00Z')

/** Hardly compressible, so that parts of the archive come out early. */
const part = (place: number): string =>
  Array.from({ length: 8000 }, (_, at) => ((at + 1) * (place + 7919)) % 9973).join()

async function bytesOf(parts: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0
  for await (const { length } of parts) bytes += length
  return bytes
}

async function* broken() {
  yield 'one line\r\n'
  throw new Error('storage is away')
}

test('[RET-2] streams an archive while it is created: one part at a time, with other work in between', async () => {
  let read = 0
  let served = 0
  async function* longText() {
    for (; read < 200; read += 1) yield part(read)
  }
  const serve = (): void => {
    served += 1
    if (read < 200) setImmediate(serve)
  }
  setImmediate(serve)
  const parts: Uint8Array[] = []
  let readBeforeMost = 0
  for await (const bytes of zipOf([{ name: 'long.csv', text: longText() }], AT_MS)) {
    if (readBeforeMost === 0 && parts.length > 5) readBeforeMost = read
    parts.push(bytes)
  }
  expect(readBeforeMost).toBeGreaterThan(0)
  expect(readBeforeMost).toBeLessThan(50)
  expect(served).toBeGreaterThan(100)
  const files = unzipSync(Buffer.concat(parts))
  expect(strFromU8(files['long.csv'] ?? new Uint8Array())).toBe(
    Array.from({ length: 200 }, (_, at) => part(at)).join(''),
  )
})

test('[RET-2] cuts off the archive if a text cannot be read to its end', async () => {
  await expect(bytesOf(zipOf([{ name: 'a.csv', text: broken() }], AT_MS))).rejects.toThrow('storage is away')
})
