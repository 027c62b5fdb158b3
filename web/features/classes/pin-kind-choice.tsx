import type { PinKind } from '../../../domain/pin.ts'
import { ChoiceGroup } from '../../ui/choice-group.tsx'
import { classMessages } from './messages.en.ts'

const { pins: words } = classMessages

const KINDS = [
  { value: 'digits', label: words.digits, hint: words.digitsHint },
  { value: 'pictures', label: words.pictures, hint: words.picturesHint },
] as const

/** Whether children type digits or press pictures. */
export function PinKindChoice({ value, onChange }: { value: PinKind; onChange: (kind: PinKind) => void }) {
  return <ChoiceGroup legend={words.legend} choices={KINDS} value={value} onChange={onChange} />
}
