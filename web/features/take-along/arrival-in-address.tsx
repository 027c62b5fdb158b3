import { useEffect, useState } from 'react'
import { isStudentHere } from '../../lib/signed-in.ts'
import { GardenArrival } from './garden-arrival.tsx'
import { gardenIn, type GardenHere } from './garden-link.ts'

function gardenInAddress() {
  const arrived = gardenIn(window.location.hash)
  return arrived !== null && isStudentHere() ? ('signedIn' as const) : arrived
}

/** Asks about a garden that came with the address. */
export function ArrivalInAddress({ garden, onDone }: { garden: GardenHere; onDone: () => void }) {
  const [arrived, setArrived] = useState(gardenInAddress)
  // Otherwise a reload or a bookmark would bring it again.
  useEffect(() => {
    const { pathname, search } = window.location
    window.history.replaceState(window.history.state, '', pathname + search)
  }, [])

  function finish(): void {
    setArrived(null)
    onDone()
  }

  return arrived && <GardenArrival arrived={arrived} garden={garden} onDone={finish} />
}
