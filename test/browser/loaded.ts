import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'

type Manifest = Readonly<
  Record<string, { readonly file: string; readonly imports?: readonly string[] } | undefined>
>

/** The modules that pages load when they are idle, by what needs them. */
const LATE_MODULES = {
  practice: ['web/pages/practice-page.tsx', 'web/pages/student-practice.tsx'],
  home: ['web/pages/guest-home-page.tsx'],
  'state picker': ['web/features/guest/state-picker.tsx'],
}

/** The built files of modules and of all that they import. */
function filesOf(modules: readonly string[]): string[] {
  const manifest = JSON.parse(readFileSync('dist/web/.vite/manifest.json', 'utf8')) as Manifest
  const keys = new Set(modules)
  const files: string[] = []
  for (const key of keys) {
    const part = manifest[key]
    if (!part) throw new Error(`The build has no ${key}`)
    files.push(part.file)
    for (const imported of part.imports ?? []) keys.add(imported)
  }
  return files
}

/** Waits until the page has loaded all files of a screen or dialog, so that it can be opened offline. */
export async function waitForLateScreen(page: Page, screen: keyof typeof LATE_MODULES): Promise<void> {
  const files = filesOf(LATE_MODULES[screen])
  const missing = async () => {
    const loaded = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname.slice(1)),
    )
    return files.filter((file) => !loaded.includes(file))
  }
  await expect.poll(missing, `files of ${screen} not loaded yet`).toEqual([])
}
