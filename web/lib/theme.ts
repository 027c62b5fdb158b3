import { useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { readStored, writeStored } from './storage.ts'

type Theme = 'light' | 'dark'

/** The page's first script reads this key too, so that a chosen theme is there before the first paint. */
const THEME_KEY = 'tenfold.theme'
const DARK = '(prefers-color-scheme: dark)'

function reviveTheme(json: unknown): Theme | null {
  return json === 'light' || json === 'dark' ? json : null
}

/** The theme chosen in this browser; null for the system's. */
const chosenTheme = createStore<Theme | null>(() => readStored(THEME_KEY, reviveTheme))

function systemTheme(): Theme {
  return window.matchMedia(DARK).matches ? 'dark' : 'light'
}

/** Shows a theme and remembers it for the next visit. */
export function chooseTheme(theme: Theme): void {
  writeStored(THEME_KEY, theme)
  document.documentElement.dataset['theme'] = theme
  chosenTheme.setState(theme)
}

function onSystemTheme(listener: () => void): () => void {
  const system = window.matchMedia(DARK)
  system.addEventListener('change', listener)
  return () => system.removeEventListener('change', listener)
}

/** The theme on the screen: the one chosen in this browser, else the system's. */
export function useTheme(): Theme {
  const chosen = useStore(chosenTheme)
  // Not a store: the browser holds the system's theme and fires its changes.
  const system = useSyncExternalStore(onSystemTheme, systemTheme)
  return chosen ?? system
}
