import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from './storage.ts'

type Theme = 'light' | 'dark'

/** The page's first script reads this key too, so that a chosen theme is there before the first paint. */
const THEME_KEY = 'tenfold.theme'

const listeners = new Set<() => void>()
let chosen: Theme | null | undefined

function reviveTheme(json: unknown): Theme | null {
  return json === 'light' || json === 'dark' ? json : null
}

function systemTheme(): Theme {
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

/** The theme on the screen: the one chosen here, else the system's. */
function currentTheme(): Theme {
  if (chosen === undefined) chosen = readStored(THEME_KEY, reviveTheme)
  return chosen ?? systemTheme()
}

/** Shows a theme and remembers it for the next visit. */
export function chooseTheme(theme: Theme): void {
  chosen = theme
  writeStored(THEME_KEY, theme)
  document.documentElement.dataset['theme'] = theme
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  const system = window.matchMedia('(prefers-color-scheme: dark)')
  listeners.add(listener)
  system.addEventListener('change', listener)
  return () => {
    listeners.delete(listener)
    system.removeEventListener('change', listener)
  }
}

/** The theme on the screen, as it changes. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme)
}
