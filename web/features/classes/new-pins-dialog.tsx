import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { classMessages } from './messages.en.ts'

const { pins: words, cancel } = classMessages

type Props = {
  open: boolean
  count: number
  /** How many are made; null while nothing is being made. */
  made: number | null
  onRenew: () => void
  onClose: () => void
}

/** Asks before all children of a class get new PINs, and tells how far it has come. */
export function NewPinsDialog({ open, count, made, onRenew, onClose }: Props) {
  const isPending = made !== null
  return (
    <Dialog
      open={open}
      role="alertdialog"
      title={words.renewTitle}
      onClose={() => isPending || onClose()}
      actions={
        <>
          <Button kind="secondary" aria-disabled={isPending} onClick={() => isPending || onClose()}>
            {cancel}
          </Button>
          <Button kind="primary" aria-disabled={isPending} onClick={() => isPending || onRenew()}>
            {words.renewDo}
          </Button>
        </>
      }
    >
      <p>{words.renewText(count)}</p>
      <output className="mt-3 block min-h-6 font-bold">{isPending && words.renewing(made, count)}</output>
    </Dialog>
  )
}
