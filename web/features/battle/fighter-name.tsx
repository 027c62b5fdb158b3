import { Fragment } from 'react'

/** A name that may wrap between its words, as in Thankful|Hedgehog42, without a hyphen, and is not translated. */
export function FighterName({ name }: { name: string }) {
  return (
    <span translate="no">
      {name.split(/(?<=[a-z])(?=[A-Z])/).map((word, at) => (
        <Fragment key={`${word} ${at}`}>
          {at > 0 && <wbr />}
          {word}
        </Fragment>
      ))}
    </span>
  )
}
