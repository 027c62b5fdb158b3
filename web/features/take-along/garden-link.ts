import { unpackGarden, type PackedGarden, type UnpackFailure } from '../../../domain/garden-pack.ts'

/** The garden is in the fragment, which browsers never send to a server. */
const PARAMETER = 'garden'

/** This device's garden. */
export type GardenHere = {
  /** An address that opens it on another device. */
  readonly link: () => string
  /** How many facts have been asked. */
  readonly plants: () => number
  readonly replace: (garden: PackedGarden) => void
}

/** The address that opens a packed garden. */
export function gardenAddress(packed: string): string {
  return `${window.location.origin}/garden#${PARAMETER}=${packed}`
}

/** The garden in an address or a saved file; null if it has none, or why it cannot be read. */
export function gardenIn(text: string): PackedGarden | UnpackFailure | null {
  const packed = new RegExp(`[#&]${PARAMETER}=([\\w-]*)`).exec(text)?.[1]
  return packed === undefined ? null : unpackGarden(packed)
}

/** How many facts of the garden have been asked. */
export function plantsIn({ memory }: Pick<PackedGarden, 'memory'>): number {
  return memory.facts.filter((fact) => fact !== null && fact.seen > 0).length
}
