import { installPackages, requireNode } from './install.mjs'

requireNode()
installPackages()
const { buildUnlessFresh } = await import('./build.mjs')
await buildUnlessFresh()
// The server runs in this process: signals reach it, and nothing is left behind.
await import('../dist/server/main.js')
