import { Fragment } from 'react'

/** A name that may wrap between its words and before its number, as in Thankful|Hedgehog|42, without a hyphen, and is not translated. */
export function BreakableName({ name }: { name: string }) {
  return (
    <span translate="no">
      {name.split(/(?<=[a-z])(?=[A-Z\d])/).map((word, at) => (
        <Fragment key={`${word} ${at}`}>
          {at > 0 && <wbr />}
          {word}
        </Fragment>
      ))}
    </span>
  )
}
