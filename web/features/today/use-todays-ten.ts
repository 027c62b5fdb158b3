import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import { browserStore } from '../../lib/storage.ts'
import { TodaysTen, todayOf, type Today } from '../../lib/todays-ten.ts'

/** Today's frames of a player on this device; `day` is the player's current day. */
export function useTodaysTen(player: string, day: string): Today {
  const ten = useMemo(() => new TodaysTen(player, { store: browserStore, today: () => day }), [player, day])
  useEffect(() => {
    window.addEventListener('storage', ten.reload)
    return () => window.removeEventListener('storage', ten.reload)
  }, [ten])
  const kept = useStore(ten.kept)
  return useMemo(() => todayOf(kept, day), [kept, day])
}
