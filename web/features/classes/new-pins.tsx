import { useCallback, useState } from 'react'
import type { ChildWithPin } from '../../../contract/classes.ts'
import type { PinKind } from '../../../domain/pin.ts'
import type { CallResult } from '../../lib/api.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { classMessages } from './messages.en.ts'
import { PinKindChoice } from './pin-kind-choice.tsx'

const { pins: words } = classMessages

type Made = { readonly children: readonly ChildWithPin[] }

type Props = {
  /** How many children get a new PIN. */
  count: number
  /** The current kind of PINs. */
  pinKind: PinKind
  renew: (pinKind: PinKind) => Promise<CallResult<Made>>
  onDone: (children: readonly ChildWithPin[], pinKind: PinKind) => void
}

/** Makes new PINs for all children of a class or family, of the kind that is chosen, once that has been confirmed. */
export function NewPins({ count, pinKind, renew, onDone }: Props) {
  const [isAsking, setAsking] = useState(false)
  const [chosen, setChosen] = useState(pinKind)
  const action = useAction(useCallback(() => renew(chosen), [renew, chosen]))

  function ask(): void {
    setChosen(pinKind)
    setAsking(true)
  }

  return (
    <>
      <Button kind="quiet" onClick={ask}>
        {count > 0 ? words.renew : words.choose}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={count > 0 ? words.renewTitle : words.chooseTitle}
        doIt={count > 0 ? words.renewDo : words.chooseDo}
        action={action}
        onDone={({ children }) => onDone(children, chosen)}
        onClose={() => setAsking(false)}
      >
        {count > 0 && <p>{words.renewText(count)}</p>}
        <PinKindChoice value={chosen} onChange={setChosen} />
        {count > 0 && <p className="font-bold">{words.renewCards}</p>}
      </ConfirmDialog>
    </>
  )
}
