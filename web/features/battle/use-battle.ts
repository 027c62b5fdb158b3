import { createContext, use } from 'react'
import { useStore } from 'zustand'
import type { BattlePlay } from '../../../domain/battle-play.ts'
import type { BattleSession, BattleView } from './battle-session.ts'

export const SessionContext = createContext<BattleSession | null>(null)

/** The visit to the arena that this component belongs to; it must stand inside `Battle`. */
export function useSession(): BattleSession {
  const session = use(SessionContext)
  if (session === null) throw new Error('A part of a battle was drawn outside of it')
  return session
}

/** A part of the view, as it changes. `select` must give the same value for the same view: no new objects. */
export function useBattle<Value>(select: (view: BattleView) => Value): Value {
  return useStore(useSession().view, select)
}

type Active = Extract<BattlePlay, { stage: 'active' }>

/** The battle with a problem up, or null. */
export function activeOf({ flow }: BattleView): Active | null {
  return flow.stage === 'battle' && flow.play.stage === 'active' ? flow.play : null
}
