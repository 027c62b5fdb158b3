import { setImmediate as othersFirst } from 'node:timers/promises'
import { Zip, ZipDeflate } from 'fflate'

/** A file of an archive. Its text comes in parts of some kilobytes. */
export type ZippedFile = { readonly name: string; readonly text: AsyncIterable<string> | Iterable<string> }

/**
 * A ZIP archive, part by part as its texts are read: memory holds one part at a time, and other requests are served between two
 * parts. Every file gets the time `atMs`.
 */
export async function* zipOf(files: Iterable<ZippedFile>, atMs: number): AsyncIterable<Uint8Array> {
  const encoder = new TextEncoder()
  let ready: Uint8Array[] = []
  const zip = new Zip((error, part) => {
    if (error) throw error
    ready.push(part)
  })
  const taken = (): Uint8Array[] => {
    const parts = ready
    ready = []
    return parts
  }
  for (const { name, text } of files) {
    const file = new ZipDeflate(name)
    file.mtime = atMs
    zip.add(file)
    for await (const part of text) {
      file.push(encoder.encode(part))
      yield* taken()
      await othersFirst()
    }
    file.push(new Uint8Array(0), true)
    yield* taken()
  }
  zip.end()
  yield* taken()
}
