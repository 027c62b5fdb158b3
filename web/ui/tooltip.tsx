import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { showAboveDialogs } from './above-dialogs.ts'

/** Specification §9: how long a pointer or the focus rests before a tooltip opens. */
const OPEN_MS = 700
/** Specification §9: the next tooltip opens at once this soon after one has closed. */
const SKIP_MS = 300
/** How long a tooltip opened by a long press stays after the finger has left. */
const AFTER_TOUCH_MS = 1500
const GAP = 6
const EDGE = 8

const buttonOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null

/** Opens the tooltip of a button with `data-tooltip` after the pointer rests on it, and returns the open one. */
function watchTooltips(
  show: (button: HTMLElement | null) => void,
  bubble: RefObject<HTMLElement | null>,
): () => void {
  const listening = new AbortController()
  let near: HTMLElement | null = null
  let open: HTMLElement | null = null
  let closedAtMs = -Infinity
  let isLongPress = false
  let isPointedAt = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const openNow = () => show((open = near))
  const close = () => {
    clearTimeout(timer)
    if (open !== null) closedAtMs = performance.now()
    near = null
    show((open = null))
  }
  const approach = (button: HTMLElement | null) => {
    if (button === near) return
    close()
    near = button
    if (button === null) return
    const isSoon = performance.now() - closedAtMs < SKIP_MS
    timer = setTimeout(openNow, isSoon ? 0 : OPEN_MS)
  }

  const on = <Type extends keyof DocumentEventMap>(
    type: Type,
    listener: (event: DocumentEventMap[Type]) => void,
  ) => document.addEventListener(type, listener, { capture: true, signal: listening.signal })

  on('pointerover', (event) => {
    if (event.pointerType === 'touch') return
    isPointedAt = isOn(bubble.current, event)
    if (!isPointedAt) approach(buttonOf(event.target))
  })
  on('pointermove', (event) => {
    if (!isPointedAt || isOn(bubble.current, event)) return
    isPointedAt = false
    approach(buttonOf(event.target))
  })
  on('focusin', ({ target }) => {
    if (target instanceof Element && target.matches(':focus-visible')) approach(buttonOf(target))
  })
  on('focusout', close)
  on('pointerdown', ({ pointerType, target }) => {
    close()
    isLongPress = false
    if (pointerType !== 'touch') return
    near = buttonOf(target)
    if (near === null) return
    timer = setTimeout(() => {
      isLongPress = true
      openNow()
    }, OPEN_MS)
  })
  on('pointerup', ({ pointerType }) => {
    if (pointerType !== 'touch') return
    clearTimeout(timer)
    if (isLongPress) timer = setTimeout(close, AFTER_TOUCH_MS)
  })
  on('pointercancel', close)
  on('contextmenu', (event) => {
    if (isLongPress) event.preventDefault()
  })
  on('click', (event) => {
    if (!isLongPress) return close()
    // A long press asks for the name of the button; it does not press it.
    isLongPress = false
    event.preventDefault()
    event.stopPropagation()
  })
  on('keydown', ({ key }) => {
    if (key === 'Escape') close()
  })
  on('scroll', close)
  return () => {
    clearTimeout(timer)
    listening.abort()
  }
}

/** Whether the pointer is on the tooltip or on the gap before it. Clicks go to what is below, so the tooltip gets no events itself. */
function isOn(bubble: HTMLElement | null, { clientX, clientY }: PointerEvent): boolean {
  if (bubble === null) return false
  const { left, right, top, bottom } = bubble.getBoundingClientRect()
  return clientX > left - GAP && clientX < right + GAP && clientY > top - GAP && clientY < bottom + GAP
}

/** Under the button; beside it while a problem is up, so that nothing of the problem is covered. */
function placeBubble(bubble: HTMLElement, button: HTMLElement): void {
  const at = button.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = bubble
  const isBeside = document.querySelector('[data-whole-screen]') !== null
  const beside = at.right + GAP + width + EDGE > innerWidth ? at.left - GAP - width : at.right + GAP
  const left = isBeside ? beside : at.left + (at.width - width) / 2
  bubble.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - width - EDGE))}px`
  bubble.style.top = `${isBeside ? at.top + (at.height - height) / 2 : at.bottom + GAP}px`
}

/**
 * The tooltips of all icon buttons: `data-tooltip` holds the text, which is the button's `aria-label` as well, so a
 * screen reader reads it once. They open by pointer, keyboard focus or a long press.
 */
export function Tooltips() {
  const [button, setButton] = useState<HTMLElement | null>(null)
  const bubble = useRef<HTMLDivElement>(null)
  useEffect(() => watchTooltips(setButton, bubble), [])

  useLayoutEffect(() => {
    if (button === null || bubble.current === null) return
    showAboveDialogs(bubble.current)
    placeBubble(bubble.current, button)
  }, [button])

  if (button === null) return null
  return (
    <div
      ref={bubble}
      role="tooltip"
      aria-hidden="true"
      popover="manual"
      className="pointer-events-none fixed inset-auto z-30 m-0 max-w-64 border-0 rounded-key bg-ink px-3 py-1.5 text-sm font-bold text-sheet"
    >
      {button.dataset['tooltip']}
    </div>
  )
}
