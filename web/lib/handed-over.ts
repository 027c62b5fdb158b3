import { readStored, removeStored, writeStored } from './storage.ts'

/** On this browser, which a parent has handed to a child: the parent's email address. */
const KEY = 'tenfold.handedOver'

/** The email address of the parent who handed this device over; '' if none did. */
export function handedOverBy(): string {
  return readStored(KEY, String) ?? ''
}

export function keepHandedOver(email: string): void {
  writeStored(KEY, email)
}

export function endHandedOver(): void {
  removeStored(KEY)
}
