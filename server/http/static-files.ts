import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}
const COMPRESSIBLE: readonly string[] = ['.css', '.html', '.js', '.json', '.svg', '.txt', '.webmanifest']
/** Below this, compression saves less than its headers cost. */
const MIN_BYTES_TO_COMPRESS = 512

type Encoding = 'br' | 'gzip'

/** A file in memory, with its compressed forms. */
export type StaticFile = {
  readonly type: string
  readonly bytes: Buffer
  readonly encoded: Readonly<Partial<Record<Encoding, Buffer>>>
  readonly etag: string
  /** Whether its name contains a content hash, so that it may be cached forever. */
  readonly immutable: boolean
}

/** Creates a file, compressing it unless compressed forms are given. */
export function staticFile(
  name: string,
  bytes: Buffer,
  coded: Readonly<Partial<Record<Encoding, Buffer>>> = {},
): StaticFile {
  const extension = extname(name)
  const compress = COMPRESSIBLE.includes(extension) && bytes.length >= MIN_BYTES_TO_COMPRESS
  return {
    type: TYPES[extension] ?? 'application/octet-stream',
    bytes,
    encoded: compress
      ? { br: coded.br ?? brotliCompressSync(bytes), gzip: coded.gzip ?? gzipSync(bytes, { level: 9 }) }
      : {},
    etag: createHash('sha256').update(bytes).digest('base64url').slice(0, 22),
    immutable: name.startsWith('/assets/'),
  }
}

function optional(path: string): Buffer | undefined {
  return existsSync(path) ? readFileSync(path) : undefined
}

/**
 * Reads all files under the folder, by their path in it ('/assets/x.js'). Only files in this map are served, so path traversal is
 * impossible. Empty if the folder does not exist.
 */
export function readStaticFiles(folder: string): ReadonlyMap<string, StaticFile> {
  const files = new Map<string, StaticFile>()
  if (!existsSync(folder)) return files
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const name = `/${path.slice(folder.length).replaceAll('\\', '/').replace(/^\/+/, '')}`
    if (!entry.isFile() || /\.(br|gz)$/.test(name) || name.startsWith('/.')) continue
    const br = optional(`${path}.br`)
    const gzip = optional(`${path}.gz`)
    files.set(name, staticFile(name, readFileSync(path), { ...(br && { br }), ...(gzip && { gzip }) }))
  }
  return files
}

/** The smallest accepted encoding, or null. `q=0` means not accepted. */
function chooseEncoding(acceptEncoding: string | undefined, file: StaticFile): Encoding | null {
  const accepted = (acceptEncoding ?? '').split(',').map((part) => {
    const [name = '', ...parameters] = part.trim().toLowerCase().split(';')
    return { name: name.trim(), refused: parameters.some((p) => /^\s*q=0(\.0*)?\s*$/.test(p)) }
  })
  const takes = (encoding: Encoding): boolean =>
    file.encoded[encoding] !== undefined &&
    accepted.some(({ name, refused }) => name === encoding && !refused)
  if (takes('br')) return 'br'
  return takes('gzip') ? 'gzip' : null
}

/** Sends the file, or a 304 if the visitor has it. */
export function sendFile(request: FastifyRequest, reply: FastifyReply, file: StaticFile): FastifyReply {
  const encoding = chooseEncoding(request.headers['accept-encoding'], file)
  const etag = `"${file.etag}${encoding === null ? '' : `-${encoding}`}"`
  reply.header('etag', etag)
  reply.header('cache-control', file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
  if (Object.keys(file.encoded).length > 0) reply.header('vary', 'accept-encoding')
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (reply.statusCode === 200 && (known?.includes(etag) || known?.includes('*'))) {
    return reply.code(304).send()
  }
  reply.type(file.type)
  if (encoding !== null) reply.header('content-encoding', encoding)
  return reply.send((encoding === null ? undefined : file.encoded[encoding]) ?? file.bytes)
}
