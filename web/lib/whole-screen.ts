import { useEffect } from 'react'

/**
 * While active, the page is as tall as the screen, does not scroll and has no footer (look and feel: "the page never scrolls
 * while a problem is up").
 */
export function useWholeScreen(active: boolean): void {
  useEffect(() => {
    document.documentElement.toggleAttribute('data-whole-screen', active)
    return () => document.documentElement.removeAttribute('data-whole-screen')
  }, [active])
}
