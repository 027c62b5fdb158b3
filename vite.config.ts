import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { SITE_ELEMENT_ID } from './contract/site.ts'
import { PAGE_PARTS } from './scripts/page-parts.ts'
import { readConfig } from './server/config.ts'

/** In development Vite serves the page, so it puts the settings in where the server does otherwise. */
function siteInDevelopment(): Plugin {
  return {
    name: 'site-in-development',
    apply: 'serve',
    transformIndexHtml(html) {
      const json = JSON.stringify(readConfig(process.env).site).replaceAll('<', '\\u003c')
      return html.replace(
        '<!--site-->',
        `<script type="application/json" id="${SITE_ELEMENT_ID}">${json}</script>`,
      )
    },
  }
}

const apiPort = process.env['API_PORT'] ?? '3001'

export default defineConfig({
  publicDir: 'web/public',
  resolve: {
    alias: {
      // The router brings a stand-in for a hook that React has had since version 18.
      'use-sync-external-store/shim/index.js': 'react',
      // In one piece: its modules need a helper of the bundler's that every screen would carry.
      'socket.io-client': fileURLToPath(
        new URL('node_modules/socket.io-client/dist/socket.io.esm.min.js', import.meta.url),
      ),
    },
  },
  plugins: [react(), tailwindcss(), siteInDevelopment()],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // The oldest browsers of Tailwind 4; scripts keep to ES2023 by `lib` in tsconfig.json.
    cssTarget: ['safari16.4', 'chrome111', 'firefox128'],
    assetsInlineLimit: 0,
    manifest: true,
    // The server names what a page needs in the page itself; the script that would find it out again stays away.
    modulePreload: false,
    cssCodeSplit: false,
    rolldownOptions: {
      treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
      optimization: { inlineConst: { mode: 'all', pass: 3 } },
      output: {
        codeSplitting: {
          groups: PAGE_PARTS,
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': `http://127.0.0.1:${apiPort}`,
      '/socket.io': { target: `http://127.0.0.1:${apiPort}`, ws: true },
    },
  },
})
