import { ArrivalInAddress } from '../features/take-along/arrival-in-address.tsx'
import { TakeAlong } from '../features/take-along/take-along.tsx'
import { guestGarden } from './guest-garden.ts'

/** The guest's garden, to be taken along. */
export function GuestTakeAlong(props: { open: boolean; onClose: () => void; onArrived: () => void }) {
  return <TakeAlong garden={guestGarden} {...props} />
}

/** A garden that came with the address, for the guest on this device. */
export function GuestArrival({ onDone }: { onDone: () => void }) {
  return <ArrivalInAddress garden={guestGarden} onDone={onDone} />
}
