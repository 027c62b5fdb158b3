import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { SITE_ELEMENT_ID } from './contract/site.ts'
import { readConfig } from './server/config.ts'

const COMPRESSIBLE = /\.(js|css|svg|json|txt)$/
/** Below this a compressed copy saves less than its headers cost. */
const SMALLEST_WORTH_COMPRESSING_BYTES = 512

/** Writes a .br and a .gz beside each asset, so that the server never compresses a file twice. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const output of Object.values(bundle)) {
          if (!COMPRESSIBLE.test(output.fileName)) continue
          const source = Buffer.from(output.type === 'chunk' ? output.code : output.source)
          if (source.byteLength < SMALLEST_WORTH_COMPRESSING_BYTES) continue
          const params = {
            [constants.BROTLI_PARAM_QUALITY]: 11,
            [constants.BROTLI_PARAM_SIZE_HINT]: source.byteLength,
          }
          this.emitFile({
            type: 'asset',
            fileName: `${output.fileName}.br`,
            source: brotliCompressSync(source, { params }),
          })
          this.emitFile({
            type: 'asset',
            fileName: `${output.fileName}.gz`,
            source: gzipSync(source, { level: 9 }),
          })
        }
      },
    },
  }
}

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
  plugins: [react(), tailwindcss(), siteInDevelopment(), precompress()],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    manifest: true,
    // The server names what a page needs in the page itself; the script that would find it out again stays away.
    modulePreload: false,
    cssCodeSplit: false,
    rolldownOptions: {
      treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
      optimization: { inlineConst: { mode: 'all', pass: 3 } },
      output: {
        // Few parts, so that a slow line is asked few times: packages, what screens share, and each screen.
        codeSplitting: {
          groups: [
            // Only cards have a QR code.
            {
              name: 'qr',
              test: /node_modules\/lean-qr|web\/ui\/qr-code/,
              includeDependenciesRecursively: false,
              priority: 3,
            },
            {
              name: 'packages',
              // Not Socket.IO, a chunk of its own that battles load late.
              test: /node_modules(?!\/socket\.io-client)|rolldown\/runtime|vite\/preload-helper/,
              priority: 2,
            },
            // Practice shows no board: what boards and home share, and what the boards share, stays out of its way.
            {
              name: 'live',
              test: /\/(web\/(lib\/live|ui\/rank-mark|features\/(leaderboard\/rank-before|guest\/allowance\.|battle\/(battle-operations|(use-)?champion|fighter-name|streak|fire)))|web\/generated\/(leaderboard|battle)-calls|domain\/(location|division))/,
              includeDependenciesRecursively: false,
              priority: 2,
            },
            // What practice shares with battles and with pages of accounts; home does not wait for it.
            {
              name: 'play',
              test: /\/(web\/(lib\/(whole-screen|answer-keys|use-fresh)|ui\/(choice-group|keypad|stage-heading|written-problem|confetti|verdict|array-model|number-line|answer-box|needs-help-mark))|domain\/(fact|fact-selection|scoring|category))\./,
              includeDependenciesRecursively: false,
              priority: 2,
            },
            // Practice and the engine, which is asked by what keeps a student's memory too. The warm-up comes later.
            {
              name: 'practice',
              test: /\/(web\/(ui\/visual-model-view|features\/(practice\/(?!warm-up[-.](screen|run|messages))|learning\/device))|domain\/(learning\/(choose|diagnosis|fold|hint|session-choice|todays-ten|why)|(practice|practice-(state|clock|record)|session-length|missed-facts|visual-model|praise)\.))/,
              includeDependenciesRecursively: false,
              priority: 2,
            },
            // What is remembered of each fact: the garden shows it, practice changes it.
            {
              name: 'memory',
              test: /\/domain\/(learning\/(memory|difficulty|states|stored|update|entry-time)|garden)\./,
              includeDependenciesRecursively: false,
              priority: 3,
            },
            {
              name: 'garden',
              test: /\/(web\/(features\/(garden|achievements)\/|pages\/garden-top|assets\/garden|ui\/(plant|bed-picture))|domain\/achievements\/)/,
              includeDependenciesRecursively: false,
              minShareCount: 2,
              priority: 2,
            },
            // Who is signed in: boards and battles ask for it, the first load does not.
            {
              name: 'session',
              test: /\/web\/(lib\/session\.|generated\/session-calls)/,
              includeDependenciesRecursively: false,
              priority: 3,
            },
            // The animal and today's ten-frames, which home and practice show.
            {
              name: 'ten',
              test: /\/(web\/(lib\/todays-ten|assets\/animals|ui\/(animal-badge|progress-frames))|domain\/todays-ten)\./,
              includeDependenciesRecursively: false,
              priority: 3,
            },
            // The start of home, for guests and students.
            {
              name: 'today',
              test: /\/web\/features\/today\//,
              includeDependenciesRecursively: false,
              priority: 2,
            },
            {
              name: 'boards',
              test: /\/web\/(features\/leaderboard\/|lib\/calm-order|ui\/moving-list)/,
              includeDependenciesRecursively: false,
              minShareCount: 2,
              priority: 2,
            },
            // What is done for a signed-in student, on every page.
            {
              name: 'student',
              test: /\/web\/(features\/student\/|leave-device|generated\/student-calls)/,
              includeDependenciesRecursively: false,
              minShareCount: 2,
              priority: 2,
            },
            // A player's own battles, on the home of students and on the battle boards.
            {
              name: 'battle-stats',
              test: /\/web\/features\/battle\/(battle-stats|boards\.messages)/,
              includeDependenciesRecursively: false,
              priority: 2,
            },
            // What the pages of classes and families share; no child waits for it.
            {
              name: 'classes',
              test: /\/web\/(features\/classes\/|generated\/(class|child|child-data)-calls)/,
              includeDependenciesRecursively: false,
              minShareCount: 2,
              priority: 3,
            },
            // What the pages of accounts and progress share; nobody who only plays waits for it.
            {
              name: 'accounts',
              test: /\/(web\/(features\/(account|progress)\/|lib\/(session-call|fetch-file|use-(answer|action))|(ui|assets)\/(fail|field|instead-of-page|pin-picture|grid-keys))|web\/generated\/(account|security)-calls|contract\/child-|domain\/(child-name|pin|code))/,
              includeDependenciesRecursively: false,
              minShareCount: 2,
              priority: 2,
            },
            {
              name: 'shared',
              test: /\/(web\/(lib|ui|features|generated|screen)|domain|contract)[/.]/,
              minShareCount: 2,
              priority: 1,
            },
          ],
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
