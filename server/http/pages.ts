import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PAGE_MODULES, pageModule, type PageModule } from '../../contract/pages.ts'
import type { Site } from '../../contract/site.ts'
import { Refusal, sendRefusal } from './errors.ts'
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

function pagesOf(template: string, manifest: string, site: Site): ReadonlyMap<PageModule, StaticFile> {
  const modules = new Set<PageModule>([...Object.values(PAGE_MODULES), 'not-found-page'])
  const document = (module: PageModule): Buffer =>
    Buffer.from(pageDocument(template, site, pageAssets(manifest, module)))
  return new Map([...modules].map((module) => [module, staticFile('/index.html', document(module))]))
}

/**
 * Serves the built app: its files, and its HTML for every other path outside `/api`. Unknown paths get a 404 and the app's
 * not-found screen.
 */
export async function bindPages(app: FastifyInstance, webDir: string, site: Site): Promise<void> {
  const files = readStaticFiles(webDir)
  const template = files.get('/index.html')?.bytes.toString('utf8')
  const pages = template === undefined ? null : pagesOf(template, readManifest(webDir), site)
  await addPageHeaders(app, template === undefined ? [] : inlineScriptHashes(template))

  const answer = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = decodedPath(request.raw.url ?? '/')
    const module = pageModule(path === '/index.html' ? '/' : path)
    // Hidden files, such as the build manifest, are not served.
    const file = path === '/index.html' || path.startsWith('/.') ? undefined : files.get(path)
    if (file) return sendFile(request, reply, file)
    const page = pages?.get(module)
    if (!page) {
      const sentence = 'The pages of the app have not been built. Run: npm run build'
      return sendRefusal(reply, new Refusal(404, 'not_found', sentence))
    }
    return sendFile(request, reply.code(module === 'not-found-page' ? 404 : 200), page)
  }

  app.route({ method: ['GET', 'HEAD'], url: '/*', handler: answer })
}
