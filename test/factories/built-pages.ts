import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { tempFolder } from './temp-folder.ts'

export const INLINE_SCRIPT = `document.documentElement.dataset.theme = 'light'`

export const INDEX_HTML = `<!doctype html>
<html lang="en">
  <head>
    <title>Tenfold</title>
    <meta name="description" content="Math facts" />
    <link rel="stylesheet" href="/assets/small-def456.css" />
    <!--site-->
    <script>${INLINE_SCRIPT}</script>
    <script type="module" src="/assets/main-abc123.js"></script>
  </head>
  <body><div id="root"></div>${'<!-- as long as a real page -->'.repeat(20)}</body>
</html>
`

export const MAIN_JS = `console.log(${JSON.stringify('ten'.repeat(400))})`

/** Files that the build's own compression leaves; distinguished from ours by their content. */
export const PRECOMPRESSED = '/* compressed by the build */'

/** The build's own list of its parts: two screens, one of which the shell fetches and one a part that it fetches before. */
const MANIFEST = {
  'index.html': {
    file: 'assets/main-abc123.js',
    isEntry: true,
    imports: ['_react.js'],
    dynamicImports: ['web/pages/guest-home-page.tsx', 'web/further-screens.tsx'],
  },
  'web/further-screens.tsx': {
    file: 'assets/further-5.js',
    imports: ['_react.js'],
    dynamicImports: [
      'web/pages/not-found-page.tsx',
      'web/pages/battle-page.tsx',
      'web/pages/classes-page.tsx',
    ],
  },
  '_react.js': { file: 'assets/react-0.js' },
  '_card.js': { file: 'assets/card-2.js', imports: ['_react.js'] },
  'web/pages/guest-home-page.tsx': {
    file: 'assets/home-1.js',
    imports: ['index.html', '_react.js', '_card.js'],
  },
  'web/pages/battle-page.tsx': {
    file: 'assets/battle-6.js',
    assets: ['assets/animals-8.svg'],
    dynamicImports: ['node_modules/socket.io-client/index.js'],
  },
  'node_modules/socket.io-client/index.js': { file: 'assets/socket-7.js' },
  'web/pages/classes-page.tsx': { file: 'assets/classes-9.js' },
  'web/pages/not-found-page.tsx': { file: 'assets/lost-4.js', imports: ['_react.js'] },
}

/** A folder as the build leaves it. */
export function builtPages(): string {
  const folder = tempFolder()
  const files: Record<string, string | Buffer> = {
    'index.html': INDEX_HTML,
    'favicon.svg': `<svg xmlns="http://www.w3.org/2000/svg">${'<g/>'.repeat(200)}</svg>`,
    'assets/main-abc123.js': MAIN_JS,
    'assets/main-abc123.js.br': brotliCompressSync(PRECOMPRESSED),
    'assets/main-abc123.js.gz': gzipSync(PRECOMPRESSED),
    'assets/small-def456.css': 'a{src:url(/assets/lexend-789.woff2)}',
    '.worker/offline.js': 'keepThem()',
    '.worker/remove.js': 'removeThem()',
    'assets/lexend-789.woff2': Buffer.alloc(2000, 7),
    '.vite/manifest.json': JSON.stringify(MANIFEST),
  }
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  }
  return folder
}
