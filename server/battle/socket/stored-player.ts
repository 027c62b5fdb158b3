import { DEFAULT_NICKNAME, hasTimeLeft, newGuest } from '../../../domain/guest-record.ts'
import { displayLocation } from '../../../domain/location.ts'
import { practiceDay } from '../../../domain/practice-day.ts'
import type { Visitor } from '../../guest/port.ts'
import { Refusal } from '../../http/errors.ts'
import type { ChildStore } from '../../storage/sql/accounts/child-store.ts'
import type { GuestStore } from '../../storage/sql/practice/guest-store.ts'
import type { KnownPlayer, LookUp, SaidPlayer } from './player-look-up.ts'

type StoredPlayerNeeds = {
  readonly guests: Pick<GuestStore, 'find' | 'isDeleted' | 'isStudentName' | 'save'>
  readonly children: Pick<ChildStore, 'findNames'>
  /** Whether others may see this nickname. */
  readonly isFriendlyNickname: (text: string) => boolean
  /** Called for a player who was deleted a short while ago. */
  readonly deleted: (tokenHash: string) => void
  /** How a caller from an address becomes a new guest. */
  readonly admissionOf: (address: string | null) => Pick<Visitor, 'addressKey' | 'admitNew'>
  readonly guestDailySeconds: number
  readonly newPublicId: () => string
  readonly now: () => number
}

/**
 * Looks up players in the database. A guest whose first call is a battle is stored before it, with the key of its address, and
 * counts as a new guest of that address.
 */
export function storedPlayers(needs: StoredPlayerNeeds): LookUp {
  const { guests, children, isFriendlyNickname, deleted, admissionOf, newPublicId, now } = needs

  /** `Player` instead of a student's name, which no guest plays under. */
  const nameOf = async (said: unknown): Promise<string | null> => {
    const isName = typeof said === 'string' && said !== DEFAULT_NICKNAME && isFriendlyNickname(said)
    return isName && (await guests.isStudentName(said)) ? DEFAULT_NICKNAME : null
  }

  const firstSeen = async (tokenHash: string, { nickname, address }: SaidPlayer): Promise<KnownPlayer> => {
    const unknown = { nickname: await nameOf(nickname), place: '', refusal: null }
    // A player deleted before this process started, or by another process while the connection to it was lost, is known
    // only to the database.
    if (await guests.isDeleted(tokenHash)) {
      deleted(tokenHash)
      return unknown
    }
    const { addressKey, admitNew } = admissionOf(address)
    try {
      await guests.save(tokenHash, (known) => {
        if (!known) admitNew()
        return known ?? newGuest(newPublicId(), practiceDay(now()), now(), addressKey)
      })
      return unknown
    } catch (error) {
      if (error instanceof Refusal && error.status === 429) return { ...unknown, refusal: 'busy' }
      throw error
    }
  }

  return async (tokenHash, said) => {
    const player = await guests.find(tokenHash)
    if (player === null) return firstSeen(tokenHash, said)
    const place = displayLocation(player)
    if (player.studentId === null || player.mergedAtMs !== null) {
      const refusal = hasTimeLeft(player, needs.guestDailySeconds, now()) ? null : 'no_time_left'
      return { nickname: await nameOf(said.nickname), place, refusal }
    }
    const names = await children.findNames(player.studentId)
    const refusal = names?.settings.battles === false ? 'no_time_left' : null
    return { nickname: player.nickname, place, refusal }
  }
}
