import { useState, type ChangeEvent, type ReactNode } from 'react'
import type { PackedGarden, UnpackFailure } from '../../../domain/garden-pack.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { GardenArrival } from './garden-arrival.tsx'
import { gardenIn, type GardenHere } from './garden-link.ts'
import { takeAlongMessages as words } from './messages.en.ts'

/** No garden's file is larger; another file need not be read. */
const MAX_FILE_BYTES = 20_000

type Props = {
  open: boolean
  garden: GardenHere
  onClose: () => void
  /** After a garden was read from a file, whether or not it was taken. */
  onArrived: () => void
}

/** A guest's garden as a QR code and as a file, both made here; a file is read here too. */
export function TakeAlong({ open, garden, onClose, onArrived }: Props) {
  const [arrived, setArrived] = useState<PackedGarden | UnpackFailure | 'none' | null>(null)

  async function read({ currentTarget }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const file = currentTarget.files?.[0]
    currentTarget.value = ''
    if (!file) return
    onClose()
    setArrived(file.size > MAX_FILE_BYTES ? 'none' : (gardenIn(await file.text()) ?? 'none'))
  }

  function finish(): void {
    setArrived(null)
    onArrived()
  }

  return (
    <>
      <Dialog
        open={open}
        title={words.title}
        describedByContent={false}
        isWide
        onClose={onClose}
        actions={
          <Button kind="primary" onClick={onClose}>
            {words.close}
          </Button>
        }
      >
        {open && (
          <GardenCode link={garden.link()}>
            <label className="block w-fit cursor-pointer rounded-key py-3 font-bold underline focus-within:outline-2">
              {words.read}
              <input
                type="file"
                accept=".txt,text/plain"
                className="sr-only"
                onChange={(event) => void read(event)}
              />
            </label>
          </GardenCode>
        )}
      </Dialog>
      {arrived && <GardenArrival arrived={arrived} garden={garden} onDone={finish} />}
    </>
  )
}

/** The code beside the words, so that neither a Chromebook nor a tablet has to scroll. */
function GardenCode({ link, children }: { link: string; children: ReactNode }) {
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(words.fileText(link))}`
  return (
    <div className="grid gap-x-6 gap-y-3 sm:grid-cols-[22rem_1fr]">
      <div className="mx-auto aspect-square w-full max-w-88 overflow-hidden rounded-key">
        <QrCode text={link} label={words.qr} />
      </div>
      <div className="grid content-start gap-3">
        <p>{words.scan}</p>
        <p className="text-ink-soft">{words.private}</p>
        <a href={file} download={words.fileName} className="w-fit rounded-key py-3 font-bold underline">
          {words.save}
        </a>
        {children}
      </div>
    </div>
  )
}
