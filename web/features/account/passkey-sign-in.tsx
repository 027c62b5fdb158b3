import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { hasPasskeys, signInWithPasskey } from './passkey-ceremony.ts'
import { passkeyMessages as words } from './passkey.messages.en.ts'

/** Signing in with a passkey in place of the password. @param onEntered told when the server has let the adult in */
export function PasskeySignIn({ onEntered }: { onEntered: () => void }) {
  const { run, failure, isPending, waitSeconds } = useAction(signInWithPasskey)
  if (!hasPasskeys()) return null

  async function signIn(): Promise<void> {
    if (await run()) onEntered()
  }

  return (
    <>
      <FailureNote failure={failure} waitSeconds={waitSeconds} own={words.signInFailures} />
      <Button kind="secondary" aria-disabled={isPending} onClick={() => void signIn()}>
        {words.signIn}
      </Button>
    </>
  )
}
