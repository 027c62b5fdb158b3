import { useEffect } from 'react'

/**
 * While active, the page is exactly as tall as the screen and does not scroll, and the footer steps aside: for the
 * stage on which a problem is up (look and feel: "the page never scrolls while a problem is up").
 */
export function useWholeScreen(active: boolean): void {
  useEffect(() => {
    document.documentElement.toggleAttribute('data-whole-screen', active)
    return () => document.documentElement.removeAttribute('data-whole-screen')
  }, [active])
}
