import { Fragment } from 'react'

/** A name that may go on in a second line between its words: Thankful-Hedgehog42, without the stroke. */
export function FighterName({ name }: { name: string }) {
  return name.split(/(?<=[a-z])(?=[A-Z])/).map((word, at) => (
    <Fragment key={`${word} ${at}`}>
      {at > 0 && <wbr />}
      {word}
    </Fragment>
  ))
}
