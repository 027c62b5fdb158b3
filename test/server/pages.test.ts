import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { PAGE_MODULES } from '../../contract/pages.ts'
import { site as siteShape } from '../../contract/site.ts'
import { readConfig } from '../../server/config.ts'
import { pageDocument } from '../../server/http/page-document.ts'
import { startApp, type RunningApp } from '../factories/app.ts'
import { builtPages, INLINE_SCRIPT, MAIN_JS, PRECOMPRESSED } from '../factories/built-pages.ts'
import { sessionBody } from '../factories/guest-calls.ts'
import { rawRequest } from '../factories/raw-http.ts'

/** Sent past the hooks of other answers. */
const BOARD = '/api/guest/leaderboard?league=addition_facts'

function startWithPages(changes: Parameters<typeof startApp>[0] = {}): Promise<RunningApp> {
  return startApp({ webDir: builtPages(), ...changes })
}

function dataBlock(html: string): unknown {
  return JSON.parse(/<script type="application\/json" id="site">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null')
}

test('[API-13] every screen is the app with 200, every other path the app with 404', async () => {
  const app = await startWithPages()
  for (const page of Object.keys(PAGE_MODULES)) {
    const answer = await app.get(page.replace(':league', 'addition_facts'))
    expect({ page, status: answer.status }).toEqual({ page, status: 200 })
    expect(answer.text).toContain('<div id="root">')
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  }
  expect((await app.get('/practice/addition_facts?guest=true&duration=120')).status).toBe(200)
  expect((await app.get('/guest/')).status).toBe(200)
  for (const path of [
    '/nope',
    '/%E0%A4%A',
    '/%',
    '/%zz?x=%',
    '/guest/nope',
    '/practice/a/b',
    '/assets/gone-1.js',
    '/index',
    '/GUEST',
  ]) {
    const answer = await app.get(path)
    expect({ path, status: answer.status }).toEqual({ path, status: 404 })
    expect(answer.text).toContain('<div id="root">')
  }
})

test('[API-13] path traversal never leaves the built files', async () => {
  const app = await startWithPages()
  const paths = [
    '/../../../../etc/passwd',
    '/..%2f..%2f..%2fetc%2fpasswd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/assets/../../package.json',
    '/assets/..%5c..%5cpackage.json',
    '/assets/%2e%2e/index.html',
    '//etc/passwd',
    '//assets/main-abc123.js',
    '/assets//main-abc123.js',
    '/assets/main-abc123.js%00.html',
    '/assets/main-abc123.js/',
    '/assets',
    '/assets/',
    '/assets/main-abc123.js.br',
    '/.vite/manifest.json',
    '/%2evite/manifest.json',
    '/index.html%00',
    '/%ff%fe',
    '/%',
    '/./',
  ]
  for (const path of paths) {
    const { status, body } = await rawRequest(app.url, 'GET', path)
    expect({ path, refused: status === 404 || status === 400 }).toEqual({ path, refused: true })
    expect(body).not.toMatch(/root:|"tenfold"|tententen|isEntry/)
  }
  expect((await app.get('/guest')).status).toBe(200)
})

test('[API-13] methods other than reading find nothing outside /api', async () => {
  const app = await startWithPages()
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
    const response = await fetch(`${app.url}/guest`, { method, body: 'x' })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'not_found' })
  }
})

test('[PER-4] serves files in brotli if accepted, else in gzip, else uncompressed', async () => {
  const app = await startWithPages()
  const asked = async (accept: string, path = '/assets/main-abc123.js') => {
    const { headers, text } = await app.get(path, { headers: { 'accept-encoding': accept } })
    return { coding: headers.get('content-encoding'), text, vary: headers.get('vary') }
  }
  expect(await asked('gzip, deflate, br')).toEqual({
    coding: 'br',
    text: PRECOMPRESSED,
    vary: 'accept-encoding',
  })
  expect(await asked('gzip')).toMatchObject({ coding: 'gzip', text: PRECOMPRESSED })
  expect(await asked('br;q=0, gzip;q=0.5')).toMatchObject({ coding: 'gzip' })
  expect(await asked('identity')).toEqual({ coding: null, text: MAIN_JS, vary: 'accept-encoding' })
  expect(await asked('br', '/guest')).toMatchObject({
    coding: 'br',
    text: expect.stringContaining('id="root"'),
  })
  expect(await asked('gzip', '/guest')).toMatchObject({ coding: 'gzip' })
  expect(await asked('gzip, br', '/favicon.svg')).toMatchObject({ coding: 'br' })
  expect(await asked('gzip, br', '/assets/lexend-789.woff2')).toMatchObject({ coding: null })
  expect(await asked('gzip, br', '/assets/small-def456.css')).toMatchObject({ coding: null })
})

test('[PER-4] files named by their content may be cached forever, the page is always revalidated', async () => {
  const app = await startWithPages()
  const kept = async (path: string) => (await app.get(path)).headers.get('cache-control')
  expect(await kept('/assets/main-abc123.js')).toBe('public, max-age=31536000, immutable')
  for (const path of ['/', '/guest', '/index.html', '/favicon.svg']) expect(await kept(path)).toBe('no-cache')

  for (const path of ['/guest', '/favicon.svg', '/assets/main-abc123.js']) {
    const first = await app.get(path, { headers: { 'accept-encoding': 'br' } })
    const etag = first.headers.get('etag') ?? ''
    const again = await app.get(path, {
      headers: { 'accept-encoding': 'br', 'if-none-match': `W/${etag}, "x"` },
    })
    expect(again).toMatchObject({ status: 304, text: '' })
    expect(again.headers.get('etag')).toBe(etag)
    const changed = await app.get(path, { headers: { 'if-none-match': '"other"' } })
    expect(changed.status).toBe(200)
  }
})

test('[PER-4] HEAD has the headers and the length of GET, and no body', async () => {
  const app = await startWithPages()
  for (const path of ['/guest', '/assets/main-abc123.js', '/nope']) {
    const [get, head] = [await app.get(path), await app.get(path, { method: 'HEAD' })]
    expect(head).toMatchObject({ status: get.status, text: '' })
    for (const name of ['content-type', 'etag', 'content-length', 'content-encoding']) {
      expect(head.headers.get(name)).toBe(get.headers.get(name))
    }
  }
})

test('[RUN-7] the settings a visitor may see are embedded in the page', async () => {
  const { site } = readConfig({
    SITE_NAME: 'Zehn & </script><b>',
    OPERATOR_NAME: 'School "Nine"',
    CONTACT_ADDRESS: 'help@school.example',
    GUEST_DAILY_SECONDS: '300',
    GUEST_RETENTION_DAYS: '3',
    BATTLE_SECONDS: '90',
  })
  const app = await startWithPages({ site })
  const { text } = await app.get('/guest')
  expect(siteShape.parse(dataBlock(text))).toEqual({
    name: 'Zehn & </script><b>',
    operator: 'School "Nine"',
    contactAddress: 'help@school.example',
    guestDailySeconds: 300,
    guestRetentionDays: 3,
    battleSeconds: 90,
    looksUpLocation: false,
    publicUrl: null,
  })
  expect(text).toContain('<title>Zehn &amp; &lt;/script&gt;&lt;b&gt;</title>')
})

test('[RUN-7] no setting can break out of its place in the page', () => {
  const { site } = readConfig({ SITE_NAME: '$& $1 <!--site--> \u2028 "</title>' })
  const html = pageDocument('<title>Tenfold</title><!--site--><p>', site, { scripts: [] })
  expect(html).toMatch(
    /^<title>[^<]*<\/title><script type="application\/json" id="site">[^<\u2028]*<\/script><p>$/,
  )
  expect(siteShape.parse(dataBlock(html)).name).toBe('$& $1 <!--site--> \u2028 "</title>')
})

test('[SEC-2] every page has a policy of its own origin only, with the one inline script by its hash', async () => {
  const app = await startWithPages()
  const hash = createHash('sha256').update(INLINE_SCRIPT).digest('base64')
  for (const path of ['/', '/guest', '/nope', '/assets/main-abc123.js']) {
    const { headers } = await app.get(path)
    const policy = new Map(
      (headers.get('content-security-policy') ?? '').split(';').map((directive) => {
        const [name = '', ...sources] = directive.trim().split(/\s+/)
        return [name, sources.join(' ')]
      }),
    )
    expect(policy.get('default-src')).toBe("'self'")
    expect(policy.get('script-src')).toBe(`'self' 'sha256-${hash}'`)
    expect(policy.get('style-src')).toBe("'self'")
    expect(policy.get('connect-src')).toBe("'self'")
    expect(policy.get('object-src')).toBe("'none'")
    expect(policy.get('frame-ancestors')).toBe("'none'")
    expect(policy.get('base-uri')).toBe("'none'")
    expect([...policy.values()].join(' ')).not.toMatch(/unsafe|https?:|\*|data:/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('permissions-policy')).toMatch(/camera=\(\).*geolocation=\(\).*microphone=\(\)/)
    expect(headers.get('server')).toBeNull()
    expect(headers.get('x-powered-by')).toBeNull()
  }
})

test('[SEC-2] calls have the headers too, and are never cached', async () => {
  const app = await startWithPages()
  for (const path of ['/api/geo', '/api/nope', '/healthz', BOARD]) {
    const answer = await app.get(path)
    expect(answer.headers.get('content-type'), path).toBe('application/json; charset=utf-8')
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  }
})

test('[SEC-2] a browser that connected by TLS gets HSTS only if the proxy is trusted', async () => {
  const byTls = { headers: { 'x-forwarded-proto': 'https' } }
  const trusting = await startWithPages({ trustProxy: true })
  const plain = await startWithPages()
  for (const path of ['/guest', '/api/geo', BOARD]) {
    expect((await trusting.get(path, byTls)).headers.get('strict-transport-security')).toMatch(
      /^max-age=\d{8}/,
    )
    expect((await trusting.get(path)).headers.get('strict-transport-security')).toBeNull()
    expect((await plain.get(path, byTls)).headers.get('strict-transport-security')).toBeNull()
  }
})

test('[SEC-1] the page and its policy name no other host', async () => {
  const app = await startWithPages()
  const { text, headers } = await app.get('/guest')
  expect(text.replace(/xmlns="[^"]*"/g, '')).not.toMatch(/(?:https?:)?\/\/[a-z0-9-]+\.[a-z]/i)
  expect(headers.get('content-security-policy')).not.toMatch(/\/\//)
})

test('[PER-4] each screen preloads its own code with the page, and no other', async () => {
  const app = await startWithPages()
  const asked = async (path: string) =>
    [...(await app.get(path)).text.matchAll(/<link rel="modulepreload" crossorigin href="([^"]+)">/g)].map(
      ([, href]) => href,
    )
  for (const home of ['/', '/guest', '/teacher/']) {
    expect(await asked(home)).toEqual(expect.arrayContaining(['/assets/home-1.js', '/assets/card-2.js']))
    expect(await asked(home)).not.toContain('/assets/lost-4.js')
    expect(await asked(home)).not.toContain('/assets/further-5.js')
  }
  expect(await asked('/nope')).toEqual(expect.arrayContaining(['/assets/lost-4.js', '/assets/further-5.js']))
  expect(await asked('/nope')).not.toContain('/assets/home-1.js')
  for (const path of ['/', '/nope', '/faq'])
    expect(new Set(await asked(path)).size).toBe((await asked(path)).length)
})

test('[SEC-5] no response sets a cookie', async () => {
  const app = await startWithPages()
  const answers = [
    await app.get('/guest'),
    await app.get('/assets/main-abc123.js'),
    await app.get('/api/geo', { headers: { cookie: 'a=b' } }),
    await app.post('/api/guest/session', sessionBody()),
    await app.get('/nope'),
  ]
  for (const { headers } of answers) expect(headers.getSetCookie()).toEqual([])
})

test('[API-13] without a build a page says how to build, and calls work', async () => {
  const app = await startApp()
  expect(await app.get('/guest')).toMatchObject({
    status: 404,
    json: { message: expect.stringContaining('npm run build') },
  })
  expect((await app.get('/api/geo')).status).toBe(200)
})
