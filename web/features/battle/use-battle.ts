import { createContext, use } from 'react'
import { useStore } from 'zustand'
import type { BattlePlay } from '../../../domain/battle-play.ts'
import type { BattleSession, BattleView } from './battle-session.ts'

export const SessionContext = createContext<BattleSession | null>(null)

/** The session of the surrounding `Battle`. */
export function useSession(): BattleSession {
  const session = use(SessionContext)
  if (session === null) throw new Error('A part of a battle was drawn outside of it')
  return session
}

/** Subscribes to a part of the view. `select` must return the same object for the same view. */
export function useBattle<Value>(select: (view: BattleView) => Value): Value {
  return useStore(useSession().view, select)
}

type Active = Extract<BattlePlay, { stage: 'active' }>

/** The battle while a problem is shown, else null. */
export function activeOf({ flow }: BattleView): Active | null {
  return flow.stage === 'battle' && flow.play.stage === 'active' ? flow.play : null
}
