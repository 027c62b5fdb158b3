import { useState, type ReactNode } from 'react'
import { isTypedName } from '../../../domain/child-name.ts'
import { Field } from '../../ui/field.tsx'
import { withNames } from '../../ui/with-names.tsx'
import { dataMessages } from './data.messages.en.ts'

type NameToType = {
  /** The box to type it in. */
  readonly box: ReactNode
  readonly isTyped: boolean
  readonly clear: () => void
}

/** A name to type before an action that cannot be undone. */
export function useNameToType(name: string): NameToType {
  const [typed, setTyped] = useState('')
  return {
    box: (
      <Field
        label={withNames(dataMessages.deleteType, name)}
        autoComplete="off"
        autoCapitalize="none"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    ),
    isTyped: isTypedName(typed, name),
    clear: () => setTyped(''),
  }
}
