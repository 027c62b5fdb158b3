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

/** Identifies a screen for prefetching. */
function firstPart(path: string): string | undefined {
  return path.split('/')[1]
}

/** The screen whose path has the same first part. */
export function findScreen(screens: readonly Screen[], path: string): Screen | undefined {
  return screens.find((each) => firstPart(each.path) === firstPart(path))
}

export function routesOf(screens: readonly Screen[]): ReactNode {
  return screens.map(({ path, title, page }) => (
    <Route key={path} path={path}>
      {page}
      <Arrival title={title} />
    </Route>
  ))
}
