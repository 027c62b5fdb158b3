import { useCallback, useEffect, useId, useState } from 'react'
import { US_STATES } from '../../../domain/location.ts'
import * as regionCalls from '../../generated/region-calls.ts'
import { call } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { ChoiceList, focusChoices } from './choice-list.tsx'
import type { PlaceOption } from './choice-search.ts'
import { pickerMessages } from './state-picker-messages.en.ts'

type Props = {
  open: boolean
  /** The name of the current state or region; '' for none. */
  state: string
  /** Gets the country's code and the region's name on the boards, both '' for none. */
  onChoose: (country: string, state: string) => void
  onClose: () => void
}

/** The current step. `choices` is null while they load. */
type Step = {
  readonly kind: 'us' | 'countries' | 'regions'
  /** The regions' country; null until one is chosen. */
  readonly country: PlaceOption | null
  readonly choices: readonly PlaceOption[] | null | 'failed'
}

const US: Step = { kind: 'us', country: null, choices: US_STATES }

async function fetchChoices({ kind, country }: Step): Promise<Step['choices']> {
  const result =
    kind === 'countries'
      ? await call(regionCalls.countries, {})
      : await call(regionCalls.regions, { params: { country: country?.code ?? '' } })
  return result.ok ? result.value : 'failed'
}

function wordsOf({ kind, country }: Step) {
  return kind === 'regions' ? pickerMessages.regions(country?.name ?? '') : pickerMessages[kind]
}

/**
 * A list of the 50 states and the District of Columbia. A button leads to a list of countries, which leads to the regions of one.
 * Typing filters each list; the text is not sent anywhere.
 */
export function StatePicker({ open, state, onChoose, onClose }: Props) {
  const id = useId()
  const [step, setStep] = useState<Step>(US)
  const { kind, country, choices } = step

  useEffect(() => {
    const form = document.getElementById(id)
    if (open && Array.isArray(choices) && form instanceof HTMLFormElement) focusChoices(form)
  }, [open, id, choices])

  const leave = useCallback(() => {
    setStep(US)
    onClose()
  }, [onClose])

  async function load(wanted: Omit<Step, 'choices'>): Promise<void> {
    const next = { ...wanted, choices: null }
    setStep(next)
    const loaded = await fetchChoices(next)
    setStep((now) => (now === next ? { ...next, choices: loaded } : now))
  }

  function choose(choice: PlaceOption): void {
    if (kind === 'countries' && choice.code !== 'US') {
      void load({ kind: 'regions', country: choice })
      return
    }
    setStep(US)
    if (kind === 'us') onChoose(choice.name === '' ? '' : 'US', choice.name)
    if (kind === 'regions') onChoose(country?.code ?? '', choice.state ?? choice.name)
  }

  const toCountries = () => void load({ kind: 'countries', country })

  return (
    <Dialog
      open={open}
      title={wordsOf(step).title}
      describedByContent={false}
      onClose={leave}
      actions={
        <Actions
          kind={kind}
          form={id}
          isReady={Array.isArray(choices)}
          onCountries={toCountries}
          onUs={() => setStep(US)}
          onLeave={leave}
        />
      }
    >
      {open && Array.isArray(choices) && (
        <ChoiceList
          key={kind}
          id={id}
          words={wordsOf(step)}
          choices={choices}
          mayBeNone={kind === 'us'}
          picked={kind === 'us' ? state : (country?.name ?? '')}
          onChoose={choose}
          onClose={leave}
        />
      )}
      {open && choices === null && (
        <div className="grid min-h-72 place-items-center">
          <Spinner />
        </div>
      )}
      {open && choices === 'failed' && (
        <div role="alert" className="grid min-h-72 place-content-center justify-items-center gap-4">
          <p>{pickerMessages.failed}</p>
          <Button kind="secondary" onClick={() => void load(step)}>
            {pickerMessages.again}
          </Button>
        </div>
      )}
    </Dialog>
  )
}

type ActionsProps = {
  kind: Step['kind']
  form: string
  isReady: boolean
  onCountries: () => void
  onUs: () => void
  onLeave: () => void
}

function Actions({ kind, form, isReady, onCountries, onUs, onLeave }: ActionsProps) {
  return (
    <>
      {kind === 'us' ? (
        <>
          <Button
            kind="quiet"
            className="me-auto px-0! text-link max-sm:w-full max-sm:justify-start"
            onClick={onCountries}
          >
            {pickerMessages.outsideUs}
          </Button>
          <Button kind="secondary" onClick={onLeave}>
            {pickerMessages.close}
          </Button>
        </>
      ) : (
        <Button kind="secondary" onClick={kind === 'countries' ? onUs : onCountries}>
          {pickerMessages.back}
        </Button>
      )}
      <Button kind="primary" type="submit" form={form} disabled={!isReady}>
        {kind === 'countries' ? pickerMessages.next : pickerMessages.save}
      </Button>
    </>
  )
}
