import { Fragment, type ReactNode } from 'react'

/** Stand for the names while a sentence is put together; no text has them. */
const FIRST_MARK = 0xe000
const MARK = /([\uE000-\uF8FF])/

/** A sentence whose names are not translated with the rest of the page. */
export function withNames(sentence: (...names: string[]) => string, ...names: readonly string[]): ReactNode {
  const marked = sentence(...names.map((_, at) => String.fromCharCode(FIRST_MARK + at)))
  return marked.split(MARK).map((part, at) => {
    const name = MARK.test(part) ? names[part.charCodeAt(0) - FIRST_MARK] : undefined
    if (name === undefined) return <Fragment key={at}>{part}</Fragment>
    return (
      <span key={at} translate="no">
        {name}
      </span>
    )
  })
}
