import type { PackedGarden, UnpackFailure } from '../../../domain/garden-pack.ts'
import { animalOf } from '../../../domain/nickname.ts'
import { AnimalBadge } from '../../ui/animal-badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { withNames } from '../../ui/with-names.tsx'
import { plantsIn, type GardenHere } from './garden-link.ts'
import { takeAlongMessages as words } from './messages.en.ts'
import { ignoreSecondClick } from './second-click.ts'

type Props = {
  /** A garden that was read, or why it was not. */
  arrived: PackedGarden | UnpackFailure | keyof typeof words.failures
  garden: GardenHere
  onDone: () => void
}

/** Asks for confirmation before a garden replaces the one on this device, or explains why it could not be read. */
export function GardenArrival({ arrived, garden, onDone }: Props) {
  if (typeof arrived === 'string')
    return (
      <Dialog
        open
        role="alertdialog"
        title={words.failureTitle}
        onClose={onDone}
        actions={
          <Button kind="primary" onClick={onDone}>
            {words.ok}
          </Button>
        }
      >
        <p>{words.failures[arrived]}</p>
      </Dialog>
    )
  const [coming, here] = [plantsIn(arrived), garden.plants()]

  function plant(): void {
    ignoreSecondClick()
    if (typeof arrived !== 'string') garden.replace(arrived)
    onDone()
  }

  return (
    <Dialog
      open
      role="alertdialog"
      title={withNames(words.arrival.title, arrived.nickname)}
      onClose={onDone}
      actions={
        <>
          <Button kind="secondary" onClick={onDone}>
            {here > 0 ? words.arrival.keep : words.arrival.cancel}
          </Button>
          <Button kind="primary" onClick={plant}>
            {words.arrival.plant}
          </Button>
        </>
      }
    >
      <div className="flex items-center gap-4">
        <AnimalBadge animal={animalOf(arrived.nickname) ?? 'fox'} size={72} />
        <p>{here > 0 ? words.arrival.replaces(coming, here) : words.arrival.fresh(coming)}</p>
      </div>
    </Dialog>
  )
}
