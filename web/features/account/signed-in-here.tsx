import type { CallResult } from '../../lib/api.ts'
import { useAction } from '../../lib/use-action.ts'
import type { Me } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { AccountSheet } from './account-sheet.tsx'
import { homeOf } from './session.ts'
import { signInMessages } from './sign-in.messages.en.ts'

const { here: words } = signInMessages

type Props = {
  me: Me
  /** Signs out; the page is left when it succeeds. */
  onSignOut: () => Promise<CallResult<unknown>>
}

/** The page of signing in where somebody is signed in already: a shared device asks before it changes hands. */
export function SignedInHere({ me, onSignOut }: Props) {
  const out = useAction<[], unknown>(onSignOut)
  return (
    <AccountSheet title={words.title}>
      <p className="text-lg break-words">{words.text(me.name)}</p>
      <FailureNote failure={out.failure} waitSeconds={out.waitSeconds} />
      <div className="grid gap-3">
        <LinkButton kind="primary" size="large" href={homeOf(me.role)}>
          {words.goOn(me.name)}
        </LinkButton>
        <Button kind="secondary" size="large" aria-disabled={out.isPending} onClick={() => void out.run()}>
          {words.other}
        </Button>
      </div>
    </AccountSheet>
  )
}
