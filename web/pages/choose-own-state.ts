import { stateMessages } from '../features/guest/own-state-messages.en.ts'
import { chooseState } from '../features/guest/guest-store.ts'
import * as guestCalls from '../generated/guest-calls.ts'
import { call } from '../lib/api.ts'
import { currentSession, setSignedIn } from '../lib/session.ts'
import { showToast } from '../ui/toast.tsx'

/** Sets the region of the player on this device, by country code and name on the boards, both '' for none: a signed-in student's, otherwise the guest's. */
export async function chooseOwnState(country: string, state: string): Promise<void> {
  const session = currentSession()
  const me = 'me' in session ? session.me : null
  if (me === null || me.playerToken === null || me.nickname === null) return chooseState(country, state)
  const { playerToken: sessionToken, nickname } = me
  const saved = await call(guestCalls.saveSession, { body: { sessionToken, nickname, country, state } })
  if (saved.ok) setSignedIn({ ...me, country: saved.value.country, state: saved.value.state })
  else showToast(stateMessages.notSaved)
}
