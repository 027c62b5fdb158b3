import type { ReactNode } from 'react'
import { Route } from 'wouter'
import { Arrival } from './features/frame/arrival.tsx'
import type { LazyPage } from './lib/lazy-page.tsx'

export type Screen = {
  readonly path: string
  readonly title: string
  readonly page: ReactNode
  readonly prefetch: () => Promise<void>
}

/** A screen whose page has no props. */
export function screen(path: string, title: string, Page: LazyPage<object>): Screen {
  return { path, title, page: <Page />, prefetch: Page.prefetch }
}

/** Identifies a screen for prefetching. The second part of a path may be a parameter. */
function partsOf(path: string): string {
  const [, first, , third = ''] = path.split('/')
  return `${first}/${third}`
}

/** The screen whose path has the same first and third part. */
export function findScreen(screens: readonly Screen[], path: string): Screen | undefined {
  return screens.find((each) => partsOf(each.path) === partsOf(path))
}

export function routesOf(screens: readonly Screen[]): ReactNode {
  return screens.map(({ path, title, page }) => (
    <Route key={path} path={path}>
      {page}
      <Arrival title={title} />
    </Route>
  ))
}
