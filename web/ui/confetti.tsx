import { useEffect, useRef } from 'react'
import { isCalm } from '../lib/calm.ts'
import './confetti.css'

/** Specification §9, timings. */
const CONFETTI_MS = 3000
const PIECES = 90
const COLOURS = ['accent', 'addition', 'subtraction', 'multiplication', 'division']
/** When the last piece is thrown; it falls as long as the others. */
const LAST_THROW_MS = 1200

function between(least: number, most: number): number {
  return least + Math.random() * (most - least)
}

function at(x: number, y: number, turn: number): string {
  return `translate(${x}vw, ${y}vh) rotate3d(1, 2, 3, ${turn}turn)`
}

/** One piece of paper, thrown from the lower left or right corner, up and inwards, and falling out of sight. */
function throwPiece(index: number): HTMLElement {
  const piece = document.createElement('i')
  const inwards = index % 2 === 0 ? 1 : -1
  const [across, up, turns] = [between(5, 60) * inwards, between(35, 95), between(2, 6)]
  piece.style.cssText = `background: var(--color-${COLOURS[index % COLOURS.length]}); ${inwards > 0 ? 'left' : 'right'}: 0`
  piece.animate(
    [
      { transform: at(0, 0, 0), easing: 'cubic-bezier(0, 0.7, 0.6, 1)' },
      { transform: at(across, -up, turns / 2), offset: 0.4, easing: 'cubic-bezier(0.5, 0, 1, 0.8)' },
      { transform: at(across * 1.3, 20, turns) },
    ],
    { duration: CONFETTI_MS - LAST_THROW_MS, delay: between(0, LAST_THROW_MS), fill: 'both' },
  )
  return piece
}

/**
 * Throws confetti for 3 s (specification §4) into an empty element and leaves it empty; none in calm mode and where the
 * system asks for less motion. Drawn here rather than by a library: that would be a twentieth of the practice part's budget (ADR 0008).
 * Returns what ends it.
 */
function throwConfetti(place: HTMLElement): () => void {
  if (isCalm() || matchMedia('(prefers-reduced-motion: reduce)').matches) return () => {}
  place.append(...Array.from({ length: PIECES }, (_, index) => throwPiece(index)))
  const end = (): void => place.replaceChildren()
  const timer = setTimeout(end, CONFETTI_MS)
  return () => {
    clearTimeout(timer)
    end()
  }
}

/** Confetti over the whole page, thrown once when it comes up. Decoration. */
export function Confetti() {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => (place.current ? throwConfetti(place.current) : undefined), [])
  return <div ref={place} className="confetti" aria-hidden="true" />
}
