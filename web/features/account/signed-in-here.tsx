import { useState } from 'react'
import type { Me } from '../../../contract/account.ts'
import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { withNames } from '../../ui/with-names.tsx'
import { AccountSheet } from './account-sheet.tsx'
import { homeOf } from './session.ts'
import { signInMessages } from './sign-in.messages.en.ts'

const { here: words } = signInMessages

type Props = {
  me: Me
  /** Signs out; the page is left. */
  onSignOut: () => Promise<void>
}

/** The page of signing in where somebody is signed in already: a shared device asks before it changes hands. */
export function SignedInHere({ me, onSignOut }: Props) {
  const [isLeaving, setLeaving] = useState(false)

  function leave(): void {
    if (isLeaving) return
    setLeaving(true)
    void onSignOut()
  }

  return (
    <AccountSheet title={words.title}>
      <p className="text-lg break-words">{withNames(words.text, me.name)}</p>
      <div className="grid gap-3">
        <LinkButton kind="primary" size="large" href={homeOf(me.role)}>
          {withNames(words.goOn, me.name)}
        </LinkButton>
        <Button kind="secondary" size="large" aria-disabled={isLeaving} onClick={leave}>
          {words.other}
        </Button>
      </div>
    </AccountSheet>
  )
}
