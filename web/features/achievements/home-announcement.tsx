import { useEffect, useState } from 'react'
import type { Together } from '../../../domain/achievements/catalog.ts'
import { useCalm } from '../../lib/calm.ts'
import { messages } from '../../ui/messages.en.ts'
import { Announcement } from './announcement.tsx'

type Props = {
  news: { readonly id: Together; readonly level: number }
  /** Called once it has been on the screen. */
  onShown: () => void
}

/** What the browser scrolls to comes to rest above the announcement. */
const ROOM_BELOW = '12rem'

/** What a child has achieved together with its class. Lies over the bottom of home until it is closed; never in calm mode. */
export function HomeAnnouncement({ news, onShown }: Props) {
  const [isClosed, setClosed] = useState(false)
  const isOpen = !useCalm() && !isClosed
  useEffect(() => {
    if (!isOpen) return
    const { style } = document.documentElement
    style.scrollPaddingBottom = ROOM_BELOW
    return () => void style.removeProperty('scroll-padding-bottom')
  }, [isOpen])
  if (!isOpen) return null
  const close = (): void => {
    setClosed(true)
    // The button that had the focus goes away.
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }
  return (
    <div className="fixed inset-x-3 bottom-3 z-20 ms-auto max-w-md rounded-card border-2 border-edge bg-paper p-3 print:hidden [@media(max-height:30rem)]:static">
      <Announcement large={{ ...news, about: '', amount: news.level }} small={[]} onShown={onShown} />
      <button
        type="button"
        aria-label={messages.close}
        data-tooltip={messages.close}
        onClick={close}
        className="absolute end-0 top-0 min-h-target min-w-target rounded-key text-2xl font-bold hover:bg-sheet [@media(max-height:30rem)]:relative"
      >
        <span aria-hidden="true">×</span>
      </button>
    </div>
  )
}
