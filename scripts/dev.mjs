import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { installPackages, requireNode } from './install.mjs'
import { writeBrowserContract } from './browser-contract.mjs'
import { serverBundle } from './build.mjs'
import { ROOT } from './freshness.mjs'

requireNode()
installPackages()

// Vite serves the page on PORT (with hot reload); our server takes the calls one port above it.
const port = Number(process.env['PORT'] ?? 3000)
const apiPort = port + 1
process.env['API_PORT'] = String(apiPort)

const { context } = await import('esbuild')
const { createServer } = await import('vite')

let server = null
/** Stops the running server, if any, and starts the bundle that was just written. */
function restart() {
  const start = () => {
    server = spawn(process.execPath, ['--enable-source-maps', join(ROOT, 'dist/dev/server/main.js')], {
      cwd: ROOT,
      stdio: 'inherit',
      env: {
        NODE_ENV: 'development',
        // Pages and mailed links go through Vite.
        PUBLIC_URL: `http://localhost:${port}`,
        ...process.env,
        PORT: String(apiPort),
      },
    })
    server.once('exit', () => {
      server = null
    })
  }
  if (!server) return start()
  server.once('exit', start)
  server.kill('SIGTERM')
}

const bundle = serverBundle('server/main.ts', 'dist/dev/server/main.js')
const restartOnEnd = {
  name: 'restart-on-end',
  setup(build) {
    build.onEnd((result) => {
      if (result.errors.length > 0) return undefined
      restart()
      return writeBrowserContract()
    })
  },
}
const watching = await context({ ...bundle, plugins: [restartOnEnd] })
await writeBrowserContract()
await watching.watch()

const page = await createServer({
  root: ROOT,
  configFile: join(ROOT, 'vite.config.ts'),
  server: { port, host: process.env['HOST'] ?? 'localhost' },
})
await page.listen()
page.printUrls()

// Vite ends this process on a signal by itself; the server must never outlive it.
process.on('exit', () => server?.kill('SIGTERM'))
process.on('SIGINT', () => process.exit(0))
process.on('SIGTERM', () => process.exit(0))
