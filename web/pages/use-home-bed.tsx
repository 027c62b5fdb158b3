import { useEffect, useState, type ReactNode } from 'react'
import { todayMessages } from '../features/today/messages.en.ts'
import { LinkButton } from '../ui/link-button.tsx'
import type { HomeBed as BedComponent } from './home-bed.tsx'

/** The bed practiced last, for home. It loads after the first paint, because it needs the garden; until then, or without it, a plain link. */
export function useHomeBed(player: string | null, href: string): ReactNode {
  const [Bed, setBed] = useState<typeof BedComponent | null>(null)
  useEffect(() => {
    if (player === null) return
    const load = async (): Promise<void> => {
      const part = await import('./home-bed.tsx').catch(() => null)
      setBed(() => part?.HomeBed ?? null)
    }
    void load()
  }, [player])
  if (player === null) return null
  return Bed ? (
    <Bed key={player} player={player} href={href} />
  ) : (
    <LinkButton kind="secondary" className="w-full" href={href}>
      {todayMessages.myGarden}
    </LinkButton>
  )
}
