import { useEffect, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { showAboveDialogs } from './above-dialogs.ts'

/** Specification §9: how long a toast stays. */
const SHOWN_MS = 5000

type Shown = { readonly id: number; readonly text: ReactNode }

const shownToast = createStore<Shown | null>(() => null)

/** Confirms an action that changes nothing on the screen. A new toast takes the place of the one before. */
export function showToast(text: ReactNode): void {
  shownToast.setState((shown) => ({ id: (shown?.id ?? 0) + 1, text }), true)
}

/** Where toasts appear: at the bottom, one at a time, never over a problem. Escape closes it. */
export function Toast() {
  const toast = useStore(shownToast)
  useEffect(() => {
    if (toast === null) return
    const close = () => shownToast.setState(null, true)
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close()
    }
    const timer = setTimeout(close, SHOWN_MS)
    document.addEventListener('keydown', closeOnEscape)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('keydown', closeOnEscape)
    }
  }, [toast])
  return (
    <output>
      {toast && (
        <p
          key={toast.id}
          ref={showAboveDialogs}
          popover="manual"
          className="pointer-events-none fixed inset-x-4 top-auto bottom-4 z-30 mx-auto my-0 w-fit rounded-key border-2 border-edge bg-ink px-5 py-3 text-center font-bold text-sheet in-[[data-whole-screen]]:hidden! print:hidden!"
        >
          {toast.text}
        </p>
      )}
    </output>
  )
}
