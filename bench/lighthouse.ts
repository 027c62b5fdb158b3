import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Runs on Node 20. Fetched by npx and not in package.json, whose lockfile stays as it is. */
const LIGHTHOUSE = 'lighthouse@12.8.2'

type Report = {
  readonly categories: Readonly<Record<string, { readonly title: string; readonly score: number | null }>>
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>
}

export type Scores = {
  /** 0 to 100, by category. */
  readonly categories: ReadonlyMap<string, number>
  readonly blockingMs: number
}

/** The scores of a page for phones, in the browser whose debugging port this is, with the storage and cookies it has. */
export async function lighthouse(url: string, port: number): Promise<Scores> {
  const { stdout } = await promisify(execFile)(
    'npx',
    ['--yes', LIGHTHOUSE, url, `--port=${port}`, '--output=json', '--output-path=stdout', '--quiet'],
    { maxBuffer: 64 * 1024 * 1024 },
  )
  const { categories, audits } = JSON.parse(stdout) as Report
  return {
    categories: new Map(
      Object.values(categories).map(({ title, score }) => [title, Math.round((score ?? 0) * 100)]),
    ),
    blockingMs: audits['total-blocking-time']?.numericValue ?? Number.NaN,
  }
}
