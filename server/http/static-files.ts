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
/** Below this a compressed copy saves less than its headers cost. */
const FEWEST_BYTES_TO_COMPRESS = 512

type Coding = 'br' | 'gzip'

/** A file in memory, in every coding it is served in. */
export type StaticFile = {
  readonly type: string
  readonly bytes: Buffer
  readonly coded: Readonly<Partial<Record<Coding, Buffer>>>
  readonly etag: string
  /** Whether its name follows from its content, so that it may be kept for ever. */
  readonly immutable: boolean
}

/** A file of these bytes; the compressed forms that are not given are made here, once. */
export function staticFile(
  name: string,
  bytes: Buffer,
  coded: Readonly<Partial<Record<Coding, Buffer>>> = {},
): StaticFile {
  const extension = extname(name)
  const compress = COMPRESSIBLE.includes(extension) && bytes.length >= FEWEST_BYTES_TO_COMPRESS
  return {
    type: TYPES[extension] ?? 'application/octet-stream',
    bytes,
    coded: compress
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
 * Every file under the folder by its path from there ('/assets/x.js'), read once. Nothing outside this map is
 * ever served, so no path can lead out of the folder. A folder that does not exist is empty.
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

/** The coding the visitor takes that is smallest, or none. A coding with `q=0` is not taken. */
function chooseCoding(acceptEncoding: string | undefined, file: StaticFile): Coding | null {
  const accepted = (acceptEncoding ?? '').split(',').map((part) => {
    const [name = '', ...parameters] = part.trim().toLowerCase().split(';')
    return { name: name.trim(), refused: parameters.some((p) => /^\s*q=0(\.0*)?\s*$/.test(p)) }
  })
  const takes = (coding: Coding): boolean =>
    file.coded[coding] !== undefined && accepted.some(({ name, refused }) => name === coding && !refused)
  if (takes('br')) return 'br'
  return takes('gzip') ? 'gzip' : null
}

/** Answers with the file, or with 304 when the visitor has it. HEAD gets the same without the bytes. */
export function sendFile(request: FastifyRequest, reply: FastifyReply, file: StaticFile): FastifyReply {
  const coding = chooseCoding(request.headers['accept-encoding'], file)
  const etag = `"${file.etag}${coding === null ? '' : `-${coding}`}"`
  reply.header('etag', etag)
  reply.header('cache-control', file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
  if (Object.keys(file.coded).length > 0) reply.header('vary', 'accept-encoding')
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (reply.statusCode === 200 && (known?.includes(etag) || known?.includes('*'))) {
    return reply.code(304).send()
  }
  reply.type(file.type)
  if (coding !== null) reply.header('content-encoding', coding)
  return reply.send((coding === null ? undefined : file.coded[coding]) ?? file.bytes)
}
