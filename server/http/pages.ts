import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pageModule, type PageModule } from '../../contract/pages.ts'
import type { Site } from '../../contract/site.ts'
import { Refusal, sendRefusal } from './errors.ts'
import { appManifest, MANIFEST_PATH, serviceWorker, WORKER_PATH } from './installation.ts'
import { pageAssets } from './page-assets.ts'
import { pageDocument } from './page-document.ts'
import { inlineScriptHashes, addPageHeaders } from './security-headers.ts'
import { readStaticFiles, sendFile, staticFile, type StaticFile } from './static-files.ts'

/** The percent-decoded path; unchanged if it cannot be decoded. */
function decodedPath(rawUrl: string): string {
  const path = rawUrl.split(/[?#]/, 1)[0] ?? '/'
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function readManifest(webDir: string): string {
  const path = join(webDir, '.vite', 'manifest.json')
  return existsSync(path) ? readFileSync(path, 'utf8') : '{}'
}

type Pages = {
  readonly page: (module: PageModule) => StaticFile
  /** The service worker and the manifest of the installed app; null for another path, or if it has not been built. */
  readonly installed: (path: string) => StaticFile | null
}

/** Makes each file when it is first asked for: compressing all of them would delay the start of the server. */
function madeOnce<Key, File>(make: (key: Key) => File): (key: Key) => File {
  const made = new Map<Key, File>()
  return (key) => {
    const known = made.get(key)
    if (known) return known
    const file = make(key)
    made.set(key, file)
    return file
  }
}

type PagesDependencies = { readonly webDir: string; readonly site: Site; readonly offlinePlay?: boolean }

type BuiltFiles = Required<PagesDependencies> & { readonly files: ReadonlyMap<string, StaticFile> }

function pagesOf(template: string, { files, webDir, site, offlinePlay }: BuiltFiles): Pages {
  const manifest = readManifest(webDir)
  const worker = offlinePlay ? ` data-worker="${WORKER_PATH}"` : ''
  const link = `<link rel="manifest" href="${MANIFEST_PATH}"${worker}>`
  const withLink = template.replace('<!--site-->', `<!--site-->\n    ${link}`)
  const page = madeOnce((module: PageModule) => {
    const html = pageDocument(withLink, site, pageAssets(manifest, module))
    return staticFile('/index.html', Buffer.from(html))
  })
  const readText = (path: string): string => files.get(path)?.bytes.toString('utf8') ?? ''
  const installed = madeOnce((path: string) => {
    if (path === MANIFEST_PATH) return appManifest(template, site)
    const built = { template, manifest, home: page('guest-home-page') }
    return serviceWorker({ webDir, offlinePlay, readText }, built)
  })
  // Only these are remembered: visitors can ask for any path.
  return { page, installed: (path) => ([MANIFEST_PATH, WORKER_PATH].includes(path) ? installed(path) : null) }
}

/**
 * Serves the built app: its files, and its HTML for every other path outside `/api`. Unknown paths get a 404 and the app's
 * not-found screen.
 */
export async function bindPages(
  app: FastifyInstance,
  { webDir, site, offlinePlay = false }: PagesDependencies,
): Promise<void> {
  const files = readStaticFiles(webDir)
  const template = files.get('/index.html')?.bytes.toString('utf8')
  const pages = template === undefined ? null : pagesOf(template, { files, webDir, site, offlinePlay })
  await addPageHeaders(app, template === undefined ? [] : inlineScriptHashes(template))

  const answer = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = decodedPath(request.raw.url ?? '/')
    // Hidden files, such as the build manifest, are not served.
    const file = path === '/index.html' || path.startsWith('/.') ? undefined : files.get(path)
    const known = file ?? pages?.installed(path)
    if (known) return sendFile(request, reply, known)
    if (!pages) {
      const sentence = 'The pages of the app have not been built. Run: npm run build'
      return sendRefusal(reply, new Refusal(404, 'not_found', sentence))
    }
    const module = pageModule(path === '/index.html' ? '/' : path)
    return sendFile(request, reply.code(module === 'not-found-page' ? 404 : 200), pages.page(module))
  }

  app.route({ method: ['GET', 'HEAD'], url: '/*', handler: answer })
}
