import { useEffect } from 'react'
import { readSite } from '../../lib/site.ts'
import { frameMessages } from './messages.en.ts'

let isFirstPage = true
let isHistoryNavigation = false

if (typeof window !== 'undefined') {
  window.addEventListener('popstate', () => {
    isHistoryNavigation = true
  })
}

/**
 * Mounted beside each page, once per path. Sets the document's title and, after a navigation, scrolls to the top and focuses the
 * heading, so that keyboard and screen reader start there. Back and forward keep the scroll position that the browser restores.
 */
export function Arrival({ title }: { title: string }) {
  useEffect(() => {
    document.title = frameMessages.pageTitle(title, readSite().name)
    if (!isFirstPage) {
      if (!isHistoryNavigation && window.location.hash === '') window.scrollTo(0, 0)
      const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
      const hasFocus = document.activeElement?.closest('main') ?? null
      if (heading && !hasFocus) {
        heading.tabIndex = -1
        heading.focus({ preventScroll: true })
      }
    }
    isFirstPage = false
    isHistoryNavigation = false
  }, [title])
  return null
}
