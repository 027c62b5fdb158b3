import type { ReactNode } from 'react'
import { Route } from 'wouter'
import { Arrival } from './features/frame/arrival.tsx'
import type { LazyPage } from './lib/lazy-page.tsx'

/** A screen of the route table and the way to fetch its code ahead. */
export type Screen = {
  readonly path: string
  readonly title: string
  readonly page: ReactNode
  readonly prefetch: () => Promise<void>
}

/** A screen whose page needs to know nothing. */
export function screen(path: string, title: string, Page: LazyPage<object>): Screen {
  return { path, title, page: <Page />, prefetch: Page.prefetch }
}

/** What tells the path of a screen from that of every other, as far as fetching ahead goes. */
function firstPart(path: string): string | undefined {
  return path.split('/')[1]
}

/** The screen at a path, where one of these begins like it. */
export function findScreen(screens: readonly Screen[], path: string): Screen | undefined {
  return screens.find((each) => firstPart(each.path) === firstPart(path))
}

/** The routes of these screens, for a `Switch`. */
export function routesOf(screens: readonly Screen[]): ReactNode {
  return screens.map(({ path, title, page }) => (
    <Route key={path} path={path}>
      {page}
      <Arrival title={title} />
    </Route>
  ))
}
