import { useEffect, useRef, type ReactNode } from 'react'

/** The heading of a stage; it takes the focus when its stage comes, so that keyboard and screen reader start there. */
export function StageHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <h1 ref={heading} tabIndex={-1} className="text-4xl leading-tight outline-none sm:text-5xl">
      {children}
    </h1>
  )
}
