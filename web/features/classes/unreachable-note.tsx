import { readCardAddress } from './card-address.ts'
import { classMessages } from './messages.en.ts'

/** Says that cards printed now would lead no other device here, where that is so. */
export function UnreachableNote({ isFamily }: { isFamily: boolean }) {
  const { host, isThisDeviceOnly } = readCardAddress()
  if (!isThisDeviceOnly) return null
  return (
    <p role="note" className="rounded-key bg-thinking-wash px-4 py-3 font-bold break-words text-thinking">
      {classMessages.cards.unreachable(host, isFamily)}
    </p>
  )
}
