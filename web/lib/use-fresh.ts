import { useEffect, useState } from 'react'

/** Whether `value` has changed since the last key press or touch, at most `longestMs` ago. */
export function useFresh(value: unknown, longestMs: number): boolean {
  const [seen, setSeen] = useState(value)
  const fresh = value !== seen
  useEffect(() => {
    if (!fresh) return
    const settle = (): void => setSeen(value)
    // A repeated key still belongs to the previous answer.
    const onKey = (event: KeyboardEvent): void => {
      if (!event.repeat) settle()
    }
    const timer = setTimeout(settle, longestMs)
    window.addEventListener('keydown', onKey, true)
    window.addEventListener('pointerdown', settle, true)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', onKey, true)
      window.removeEventListener('pointerdown', settle, true)
    }
  }, [fresh, value, longestMs])
  return fresh
}
