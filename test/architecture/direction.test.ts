import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

/** One import a file, and whether the house allows it: the real rules, judged on a house made for the purpose. */
const IMPORTS: readonly [file: string, imports: string, allowed: boolean][] = [
  ['domain/reads-own.ts', './fact.ts', true],
  ['domain/reads-node.ts', 'node:fs', false],
  ['domain/reads-package.ts', 'zod/mini', false],
  ['domain/reads-contract.ts', '../contract/guest.ts', false],
  ['contract/reads-domain.ts', '../domain/fact.ts', true],
  ['contract/reads-schemas.ts', 'zod/mini', true],
  ['contract/reads-all-of-zod.ts', 'zod', false],
  ['contract/reads-server.ts', '../server/app.ts', false],
  ['server/reads-contract.ts', '../contract/guest.ts', true],
  ['server/reads-web.ts', '../web/main.ts', false],
  ['server/guest/reads-port.ts', '../practice/port.ts', true],
  ['server/guest/reads-root.ts', '../app.ts', true],
  ['server/guest/reads-feature.ts', '../practice/service.ts', false],
  ['server/guest/reads-queries.ts', '../storage/sql/practice/guest-store.ts', true],
  ['server/guest/reads-engine.ts', '../storage/sqlite/writer.ts', false],
  ['server/storage/sql/reads-port.ts', '../../practice/port.ts', true],
  ['web/reads-domain.ts', '../domain/fact.ts', true],
  ['web/reads-server.ts', '../server/app.ts', false],
  ['web/ui/reads-feature.ts', '../features/guest/store.ts', false],
  ['web/lib/reads-page.ts', '../pages/home.ts', false],
  ['web/features/guest/reads-lib.ts', '../../lib/storage.ts', true],
  ['web/features/guest/reads-feature.ts', '../practice/stage.ts', false],
  ['web/features/guest/reads-page.ts', '../../pages/home.ts', false],
  ['web/features/guest/inner/reads-own.ts', './own.ts', false],
  ['web/pages/reads-features.ts', '../features/guest/store.ts', true],
]

describe('the direction of imports', () => {
  let house = ''
  let refused = ''

  beforeAll(async () => {
    house = await mkdtemp(join(tmpdir(), 'tenfold-direction-'))
    await cp(join(ROOT, '.oxlintrc.json'), join(house, '.oxlintrc.json'))
    for (const [file, from] of IMPORTS) {
      await mkdir(dirname(join(house, file)), { recursive: true })
      await writeFile(join(house, file), `import { thing } from '${from}'\nexport const mine = thing\n`)
    }
    await writeFile(
      join(house, 'domain/hen.ts'),
      `import { egg } from './egg.ts'\nexport const hen = () => egg\n`,
    )
    await writeFile(
      join(house, 'domain/egg.ts'),
      `import { hen } from './hen.ts'\nexport const egg = () => hen\n`,
    )
    const oxlint = join(ROOT, 'node_modules/.bin/oxlint')
    refused = await run(oxlint, ['--format=unix', '.'], { cwd: house }).then(
      ({ stdout }) => stdout,
      (failure: { stdout: string }) => failure.stdout,
    )
  })
  afterAll(() => rm(house, { recursive: true, force: true }))

  test.each(IMPORTS)('[RUN-17] %s importing %s: allowed is %s', (file, _from, allowed) => {
    const lines = refused
      .split('\n')
      .filter((line) => line.startsWith(`${file}:`) && line.includes('restricted'))
    expect(lines.length === 0).toBe(allowed)
  })

  test('[RUN-17] rejects a cycle', () => {
    expect(refused).toContain('domain/hen.ts:1:21: Dependency cycle detected')
  })
})
