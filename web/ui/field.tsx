import { useId, useState, type ComponentProps, type ReactNode } from 'react'
import { fieldMessages } from './field.messages.en.ts'

type FieldProps = Omit<ComponentProps<'input'>, 'id' | 'className'> & {
  label: ReactNode
  hint?: string
  /** What is wrong with what was typed; undefined for nothing. */
  problem?: string | undefined
}

const BOX =
  'min-h-target w-full rounded-key border-2 border-edge bg-sheet px-4 text-lg aria-invalid:border-thinking placeholder:text-ink-soft'

/** One line to type in, with its words. */
export function Field({ label, hint, problem, ...input }: FieldProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-bold">
        {label}
      </label>
      <input id={id} className={BOX} {...described(id, hint, problem)} {...input} />
      <FieldNotes id={id} hint={hint} problem={problem} />
    </div>
  )
}

/** A password to type, which a press shows: fewer typing errors, and no second box to type it into. */
export function PasswordField({ label, hint, problem, ...input }: Omit<FieldProps, 'type'>) {
  const id = useId()
  const [isShown, setShown] = useState(false)
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-bold">
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          type={isShown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          className={`${BOX} pe-24`}
          {...described(id, hint, problem)}
          {...input}
        />
        <button
          type="button"
          aria-label={isShown ? fieldMessages.hidePassword : fieldMessages.showPassword}
          onClick={() => setShown(!isShown)}
          className="absolute inset-y-0 end-0 min-h-target min-w-target rounded-key px-4 font-bold hover:bg-sunk"
        >
          {isShown ? fieldMessages.hide : fieldMessages.show}
        </button>
      </div>
      <FieldNotes id={id} hint={hint} problem={problem} />
    </div>
  )
}

function described(id: string, hint: string | undefined, problem: string | undefined) {
  const notes = [problem && `${id}problem`, hint && `${id}hint`].filter(Boolean).join(' ')
  return { 'aria-invalid': problem !== undefined, 'aria-describedby': notes || undefined }
}

/** The text below a field: the problem, and the hint. */
function FieldNotes(props: { id: string; hint: string | undefined; problem: string | undefined }) {
  const { id, hint, problem } = props
  return (
    <>
      <p id={`${id}problem`} className={`mt-1 font-bold text-thinking ${problem ? '' : 'hidden'}`}>
        {problem}
      </p>
      {hint !== undefined && (
        <p id={`${id}hint`} className="mt-1 text-sm text-ink-soft">
          {hint}
        </p>
      )}
    </>
  )
}
