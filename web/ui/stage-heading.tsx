import { useLayoutEffect, useRef, type ReactNode } from 'react'

/**
 * The heading of a step or stage. It takes the focus when the stage appears, so that keyboard and screen reader start there; before the
 * stage is painted, so that a Tab pressed at once goes on from here.
 */
export function StageHeading({ children, className = '' }: { children: ReactNode; className?: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <h1
      ref={heading}
      tabIndex={-1}
      className={`text-4xl leading-tight outline-none sm:text-5xl ${className}`}
    >
      {children}
    </h1>
  )
}
