import type { ComponentProps } from 'react'

/** A sheet of paper on the page: a thing of its own. */
export function Card({ className = '', ...rest }: ComponentProps<'section'>) {
  return (
    <section className={`rounded-card border-2 border-line bg-sheet p-5 sm:p-6 ${className}`} {...rest} />
  )
}

/** A shallow well in the page, for what only accompanies: a note, a side list. */
export function Panel({ className = '', ...rest }: ComponentProps<'section'>) {
  return <section className={`rounded-card bg-sunk p-5 sm:p-6 ${className}`} {...rest} />
}
