import type { ArenaClock } from '../referee/clock.ts'
import { MAX_ADDRESSES_REMEMBERED } from './overload.ts'

/** Limits for one address. */
export type AddressShare = {
  readonly connections: number
  readonly battles: number
  readonly startsAMinute: number
}

/**
 * Usage per address. Addresses are keys of `Callers`; null is this machine and is not counted.
 * The limits are generous, because a whole school may share one address: they only stop one machine from filling the arena.
 */
export type AddressShares = {
  mayConnect(address: string | null): boolean
  connected(address: string | null): void
  disconnected(address: string | null): void
  /** Counts a request for a battle or a queue place; false if the address is over a limit. */
  mayStart(address: string | null): boolean
  began(battleId: string, addresses: readonly (string | null)[]): void
  ended(battleId: string): void
}

/** Counts by key; keys with a count of 0 are removed. */
class Tally {
  readonly #counts = new Map<string, number>()

  of(key: string): number {
    return this.#counts.get(key) ?? 0
  }

  add(key: string | null, by: 1 | -1): void {
    if (key === null) return
    const count = this.of(key) + by
    if (count > 0) this.#counts.set(key, count)
    else this.#counts.delete(key)
  }

  /** Clears all counts if there are at least `size` keys. */
  clearFrom(size: number): void {
    if (this.#counts.size >= size) this.#counts.clear()
  }
}

const MINUTE_MS = 60_000

/** Usage in one process. Memory is bounded by open connections and battles, and for starts by a number of addresses. */
export function addressShares(most: AddressShare, { nowMs }: Pick<ArenaClock, 'nowMs'>): AddressShares {
  const connections = new Tally()
  const battles = new Tally()
  const starts = new Tally()
  const addressesOf = new Map<string, readonly (string | null)[]>()
  let minute = 0
  return {
    mayConnect: (address) => address === null || connections.of(address) < most.connections,
    connected: (address) => connections.add(address, 1),
    disconnected: (address) => connections.add(address, -1),
    mayStart: (address) => {
      if (address === null) return true
      const now = Math.floor(nowMs() / MINUTE_MS)
      starts.clearFrom(now === minute ? MAX_ADDRESSES_REMEMBERED : 0)
      minute = now
      starts.add(address, 1)
      return starts.of(address) <= most.startsAMinute && battles.of(address) < most.battles
    },
    began: (battleId, addresses) => {
      const counted = [...new Set(addresses)]
      addressesOf.set(battleId, counted)
      for (const address of counted) battles.add(address, 1)
    },
    ended: (battleId) => {
      for (const address of addressesOf.get(battleId) ?? []) battles.add(address, -1)
      addressesOf.delete(battleId)
    },
  }
}
