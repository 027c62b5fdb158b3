import { useState, type KeyboardEvent } from 'react'
import { Check } from '../../ui/icons.tsx'
import { findChoices, type PlaceOption } from './choice-search.ts'
import { pickerMessages } from './state-picker-messages.en.ts'

type Words = {
  readonly title: string
  readonly lead: string
  readonly filter: string
  readonly noneFound: string
}

type Props = {
  /** Of the form. */
  id: string
  words: Words
  choices: readonly PlaceOption[]
  /** Whether 'No state' is the first choice while nothing is typed. */
  mayBeNone: boolean
  /** The name that is selected at first; '' for none. */
  picked: string
  onChoose: (choice: PlaceOption) => void
  onClose: () => void
}

const NONE: PlaceOption = { code: '', name: '' }

const fieldOf = (form: HTMLFormElement | null) => form?.querySelector<HTMLInputElement>('[type=text]')
const checkedOf = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLInputElement>(':checked') ?? form?.querySelector<HTMLInputElement>('[type=radio]')

/** Scrolls to the selected choice and sets the initial focus. */
export function focusChoices(form: HTMLFormElement): void {
  const checked = checkedOf(form)
  checked?.scrollIntoView({ block: 'center' })
  // On touch screens the list gets the focus: focusing the field would cover the list with the on-screen keyboard.
  const first = matchMedia('(pointer: coarse)').matches ? checked : fieldOf(form)
  first?.focus({ preventScroll: true })
}

/** Native radio buttons, so that arrow keys move and Enter chooses. Typing selects the best match. */
export function ChoiceList({ id, words, choices, mayBeNone, picked: first, onChoose, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const [picked, setPicked] = useState(first)
  const found = findChoices(choices, typed)
  const options = mayBeNone && typed.trim() === '' ? [NONE, ...found] : found
  const asPicked = options.find(({ name }) => name === picked)
  // While nothing is typed, a current place that is not in the list stays selected.
  const checked = asPicked ?? (typed === '' ? undefined : options[0])

  return (
    <form
      id={id}
      onSubmit={(event) => {
        event.preventDefault()
        if (checked) onChoose(checked)
        else if (mayBeNone && options.length > 0) onClose()
      }}
    >
      <p className="text-ink-soft">{words.lead}</p>
      <input
        type="text"
        aria-label={words.filter}
        placeholder={words.filter}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="done"
        maxLength={30}
        value={typed}
        onChange={({ currentTarget: { value, form } }) => {
          setTyped(value)
          form?.querySelector('fieldset')?.scrollTo(0, 0)
        }}
        onKeyDown={toTheList}
        className="mt-4 min-h-target w-full rounded-key border-2 border-edge bg-paper px-4 text-lg placeholder:text-ink-soft"
      />
      <div className="relative mt-3 h-[min(21rem,40dvh)] overflow-hidden rounded-key border-2 border-line">
        <fieldset className="flex h-full flex-col gap-1 overflow-y-auto overscroll-contain p-1.5">
          <legend className="sr-only">{words.title}</legend>
          {options.map((option) => (
            <Row
              key={option.name}
              group={id}
              option={option}
              checked={option === checked}
              onPick={() => setPicked(option.name)}
            />
          ))}
        </fieldset>
        <output className="pointer-events-none absolute inset-x-5 top-4 text-ink-soft">
          {options.length === 0 && words.noneFound}
        </output>
      </div>
    </form>
  )
}

type RowProps = { group: string; option: PlaceOption; checked: boolean; onPick: () => void }

function Row({ group, option: { name, code }, checked, onPick }: RowProps) {
  return (
    <label className="relative flex min-h-target shrink-0 items-center gap-3 rounded-key px-3 hover:bg-sunk has-checked:bg-accent has-checked:text-on-accent has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-focus">
      <input
        type="radio"
        name={group}
        checked={checked}
        onChange={onPick}
        onKeyDown={toTheField}
        className="peer absolute inset-0 appearance-none rounded-key outline-none"
      />
      <span className="pointer-events-none flex-1 text-lg peer-checked:font-bold">
        {name || pickerMessages.noState}
      </span>
      <span className="pointer-events-none peer-checked:hidden" aria-hidden="true">
        {code}
      </span>
      <span className="pointer-events-none hidden peer-checked:block">
        <Check />
      </span>
    </label>
  )
}

/** Arrow down moves the focus from the field to the list. */
function toTheList(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'ArrowDown') return
  event.preventDefault()
  checkedOf(event.currentTarget.form)?.focus()
}

/** Typing a letter in the list moves the focus to the field. */
function toTheField({ key, currentTarget }: KeyboardEvent<HTMLInputElement>): void {
  if (/^\p{L}$/u.test(key)) fieldOf(currentTarget.form)?.focus()
}
