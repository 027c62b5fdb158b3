import { useEffect, useState } from 'react'

/** False until the first paint: what is long must not delay what a teacher reads first. */
export function useAfterPaint(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setPainted(true))
    return () => clearTimeout(timer)
  }, [])
  return isPainted
}

/** More rows than a screen shows come after the first paint. */
const FIRST_ROWS = 16

/** The rows of a table to show now. */
export function useFirstRows<Row>(rows: readonly Row[]): readonly Row[] {
  const isPainted = useAfterPaint()
  return isPainted ? rows : rows.slice(0, FIRST_ROWS)
}
