import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandOf, copiesOf, dockerStages } from '../../factories/dockerfile.ts'
import { startServer } from '../../factories/server-process.ts'

const FIRST_START_LIMIT_MS = 300_000
const EXIT_LIMIT_MS = 10_000

let copy = ''

/** What a clone would have, with the contents as they are now: tracked files only, no node_modules, no dist. */
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'tenfold-copy-'))
  const { stdout } = spawnSync('git', ['ls-files', '-z'], { encoding: 'utf8' })
  const files = stdout.split('\0').filter((file) => file !== '' && existsSync(file))
  for (const file of files) cpSync(file, join(copy, file))
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

type Running = { npm: ChildProcess; origin: string; output: string }

/** Runs `npm start` in the copy until it prints its address. */
async function npmStart(limitMs: number): Promise<Running> {
  const { PATH = '', HOME = '' } = process.env
  const npm = spawn('npm', ['start'], {
    cwd: copy,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH, HOME, PORT: '0', HOST: '127.0.0.1' },
  })
  let output = ''
  return await new Promise((resolve, reject) => {
    const fail = (why: string) => {
      npm.kill('SIGKILL')
      reject(new Error(`${why}\n${output}`))
    }
    const limit = setTimeout(() => fail('npm start was not ready in time.'), limitMs)
    const look = (chunk: Buffer) => {
      output += chunk.toString()
      const port = /Tenfold is ready at http:\/\/localhost:(\d+)/.exec(output)?.[1]
      if (!port) return
      clearTimeout(limit)
      npm.off('exit', ended)
      resolve({ npm, origin: `http://127.0.0.1:${port}`, output })
    }
    const ended = (code: number | null) => fail(`npm start ended with ${code}.`)
    npm.on('exit', ended)
    npm.stdout.on('data', look)
    npm.stderr.on('data', look)
  })
}

/** SIGTERM to npm, as a service manager sends it; resolves to its exit code and how long it took. */
async function terminate({ npm }: Running): Promise<{ code: number | null; tookMs: number }> {
  const startedMs = performance.now()
  const exited = once(npm, 'exit')
  npm.kill('SIGTERM')
  await exited
  return { code: npm.exitCode, tookMs: performance.now() - startedMs }
}

const modified = (file: string) => statSync(join(copy, file)).mtimeMs

describe('npm start in a clean copy', () => {
  test(
    '[RUN-1] installs, builds, migrates, serves and prints its address; SIGTERM ends it with 0',
    async () => {
      expect(existsSync(join(copy, 'node_modules'))).toBe(false)
      const running = await npmStart(FIRST_START_LIMIT_MS)
      expect((await fetch(`${running.origin}/healthz`)).status).toBe(200)
      expect((await fetch(`${running.origin}/readyz`)).status).toBe(200)
      const page = await fetch(`${running.origin}/guest`)
      expect(page.status).toBe(200)
      expect(await page.text()).toContain('<div id="root">')
      const { code, tookMs } = await terminate(running)
      expect(code).toBe(0)
      expect(tookMs).toBeLessThan(EXIT_LIMIT_MS)
      await expect(fetch(`${running.origin}/healthz`)).rejects.toThrow()
    },
    FIRST_START_LIMIT_MS + 30_000,
  )

  test('[RUN-2] a second start with nothing changed neither installs nor builds', async () => {
    const before = [modified('node_modules/.package-lock.json'), modified('dist/server/main.js')]
    const running = await npmStart(FIRST_START_LIMIT_MS)
    await terminate(running)
    expect([modified('node_modules/.package-lock.json'), modified('dist/server/main.js')]).toEqual(before)
    expect(running.output).not.toMatch(/Installing|Building/)
  })

  test('[OPS-8] an operator’s program of a built copy neither installs nor builds, whoever installed the packages', () => {
    rmSync(join(copy, 'node_modules', '.tenfold-installed'))
    const before = [modified('node_modules/.package-lock.json'), modified('dist/operate.js')]
    const { PATH = '', HOME = '' } = process.env
    const run = spawnSync('npm', ['run', '--silent', 'operate', '--', 'repeat-deletions'], {
      cwd: copy,
      encoding: 'utf8',
      env: { PATH, HOME },
    })
    expect(run).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Repeated the deletions since /m) })
    expect(run.stdout).not.toMatch(/Installing|Building/)
    expect([modified('node_modules/.package-lock.json'), modified('dist/operate.js')]).toEqual(before)
    expect(existsSync(join(copy, 'node_modules', '.tenfold-installed'))).toBe(false)
  })

  test('[OPS-11] an image built by hand from the Dockerfile contains only what serving needs, serves, is healthy and backs up', async () => {
    const { PATH = '', HOME = '' } = process.env
    const [build = [], last = []] = dockerStages(readFileSync('Dockerfile', 'utf8'))
    const [app, image] = [join(copy, 'stage-build'), join(copy, 'stage-image')]
    const run = (command: string): void => {
      const ran = spawnSync('sh', ['-c', command], { cwd: app, encoding: 'utf8', env: { PATH, HOME } })
      expect(ran.status, `${command}: ${ran.stdout}${ran.stderr}`).toBe(0)
    }
    const packages = join(app, 'node_modules')
    for (const line of build) {
      if (line.word === 'COPY') {
        for (const { from, to } of copiesOf(line))
          cpSync(join(copy, from), join(app, to), { recursive: true })
      }
      if (line.word !== 'RUN') continue
      for (const command of line.rest.split(' && ')) {
        // It has been run here already, for the copy.
        if (command.startsWith('npm ci')) renameSync(join(copy, 'node_modules'), packages)
        else run(command)
      }
    }
    for (const line of last.filter(({ word }) => word === 'COPY')) {
      for (const { from, to } of copiesOf(line)) {
        cpSync(join(app, from.replace('/app/', '')), join(image, to), { recursive: true })
      }
    }
    // Nothing else is found from there.
    rmSync(app, { recursive: true })
    expect(readdirSync(image).toSorted()).toEqual(['LICENSE', 'dist', 'node_modules', 'package.json'])
    for (const name of ['vite', 'typescript', 'react', 'vitest']) {
      expect(existsSync(join(image, 'node_modules', name)), name).toBe(false)
    }
    const words = (word: string): string[] => {
      const line = last.find((one) => one.word === word)
      return line ? commandOf(line) : []
    }
    const [, main = ''] = words('CMD')
    const server = await startServer({ NODE_ENV: 'production' }, join(image, main))
    const [, ...asking] = words('HEALTHCHECK')
    const port = new URL(server.origin).port
    const health = () => spawnSync(process.execPath, asking, { env: { PATH, PORT: port } }).status
    try {
      expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
      expect((await fetch(`${server.origin}/guest`)).status).toBe(200)
      expect(health()).toBe(0)
    } finally {
      await server.discard()
    }
    expect(health()).toBe(1)
    const env = { PATH, HOME, DATA_DIR: join(copy, 'data') }
    const backup = [join(image, 'dist/operate.js'), 'backup', join(copy, 'monday')]
    expect(spawnSync(process.execPath, backup, { encoding: 'utf8', env })).toMatchObject({
      status: 0,
      stderr: '',
    })
  }, 180_000)
})
