import { useEffect, useRef, type ReactNode } from 'react'

/** The heading of a step or stage; it takes the focus when that comes, so that keyboard and screen reader start there. */
export function StageHeading({ children, className = '' }: { children: ReactNode; className?: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
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
