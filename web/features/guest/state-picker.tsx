import { useEffect, useId, useState, type KeyboardEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Check } from '../../ui/icons.tsx'
import { pickerMessages } from './state-picker-messages.en.ts'
import { findStates } from './state-search.ts'

type Props = {
  open: boolean
  /** The full name of the present state; '' for none. */
  state: string
  onChoose: (state: string) => void
  onClose: () => void
}

type Option = { readonly name: string; readonly code: string }

/** 'No state' first while nothing is typed, then the states that fit what is typed. */
function optionsFor(typed: string): readonly Option[] {
  return typed.trim() === '' ? [{ name: '', code: '' }, ...findStates(typed)] : findStates(typed)
}

const fieldOf = (form: HTMLFormElement | null) => form?.querySelector<HTMLInputElement>('[type=text]')
const checkedOf = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLInputElement>(':checked') ?? form?.querySelector<HTMLInputElement>('[type=radio]')

/** The 50 states and the district in a list, narrowed by what is typed, which never leaves the page. */
export function StatePicker({ open, state, onChoose, onClose }: Props) {
  const id = useId()

  useEffect(() => {
    const form = document.getElementById(id)
    if (!open || !(form instanceof HTMLFormElement)) return
    const checked = checkedOf(form)
    checked?.scrollIntoView({ block: 'center' })
    // Where fingers point, the list has the focus: the keyboard of the system would cover it.
    const first = matchMedia('(pointer: coarse)').matches ? checked : fieldOf(form)
    first?.focus({ preventScroll: true })
  }, [open, id])

  return (
    <Dialog
      open={open}
      title={pickerMessages.title}
      describedByContent={false}
      onClose={onClose}
      actions={
        <>
          <Button kind="secondary" onClick={onClose}>
            {pickerMessages.close}
          </Button>
          <Button kind="primary" type="submit" form={id}>
            {pickerMessages.save}
          </Button>
        </>
      }
    >
      {open && <Choices id={id} state={state} onChoose={onChoose} onClose={onClose} />}
    </Dialog>
  )
}

/** Radio buttons as the browser has them, so arrows move and Enter saves; what is typed picks the best fit by itself. */
function Choices({ id, state, onChoose, onClose }: Omit<Props, 'open'> & { id: string }) {
  const [typed, setTyped] = useState('')
  const [picked, setPicked] = useState(state)
  const options = optionsFor(typed)
  const asPicked = options.find(({ name }) => name === picked)
  // Where nothing is typed, a region of another country is none of these and stays as it is.
  const checked = asPicked ?? (typed === '' ? undefined : options[0])

  return (
    <form
      id={id}
      onSubmit={(event) => {
        event.preventDefault()
        if (checked) onChoose(checked.name)
        else if (options.length > 0) onClose()
      }}
    >
      <p className="text-ink-soft">{pickerMessages.lead}</p>
      <input
        type="text"
        aria-label={pickerMessages.filter}
        placeholder={pickerMessages.filter}
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
          <legend className="sr-only">{pickerMessages.title}</legend>
          {options.map((option) => (
            <StateChoice
              key={option.name}
              group={id}
              option={option}
              checked={option === checked}
              onPick={() => setPicked(option.name)}
            />
          ))}
        </fieldset>
        <output className="pointer-events-none absolute inset-x-5 top-4 text-ink-soft">
          {options.length === 0 && pickerMessages.noneFound}
        </output>
      </div>
    </form>
  )
}

type ChoiceProps = { group: string; option: Option; checked: boolean; onPick: () => void }

function StateChoice({ group, option: { name, code }, checked, onPick }: ChoiceProps) {
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

/** From the field down into the list. */
function toTheList(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'ArrowDown') return
  event.preventDefault()
  checkedOf(event.currentTarget.form)?.focus()
}

/** A letter that is typed on the list is meant for the field. */
function toTheField({ key, currentTarget }: KeyboardEvent<HTMLInputElement>): void {
  if (/^\p{L}$/u.test(key)) fieldOf(currentTarget.form)?.focus()
}
