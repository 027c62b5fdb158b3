import { useEffect } from 'react'
import { readSite } from '../../lib/site.ts'
import { frameMessages } from './messages.en.ts'

let arrivedBefore = false
let cameByHistory = false

if (typeof window !== 'undefined') {
  window.addEventListener('popstate', () => {
    cameByHistory = true
  })
}

/**
 * Stands beside a page, anew for each path, and acts once that page is on the screen: names the document, and after a change of page moves
 * to its top and gives the focus to its heading, so that keyboard and screen reader start where the eye does. Back and
 * forward keep the scroll position the browser remembers.
 */
export function Arrival({ title }: { title: string }) {
  useEffect(() => {
    document.title = frameMessages.pageTitle(title, readSite().name)
    if (arrivedBefore) {
      if (!cameByHistory && window.location.hash === '') window.scrollTo(0, 0)
      const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
      const isTaken = document.activeElement?.closest('main') ?? null
      if (heading && !isTaken) {
        heading.tabIndex = -1
        heading.focus({ preventScroll: true })
      }
    }
    arrivedBefore = true
    cameByHistory = false
  }, [title])
  return null
}
