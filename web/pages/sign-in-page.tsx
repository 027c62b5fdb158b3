import { useState, useSyncExternalStore } from 'react'
import { useSearch } from 'wouter'
import { animalOf } from '../../domain/nickname.ts'
import { backFromQuery } from '../features/account/back-address.ts'
import { SignIn } from '../features/account/sign-in.tsx'
import { SignedInHere } from '../features/account/signed-in-here.tsx'
import { useSession } from '../lib/session.ts'
import { LoadingPage } from '../ui/page-message.tsx'
import { AnimalBadge } from '../ui/animal-badge.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { withNames } from '../ui/with-names.tsx'
import { leaveDevice } from '../leave-device.tsx'
import { takeOver, type FoundGarden } from './guest-takeover.ts'
import { signInPageMessages as words } from './sign-in-page.messages.en.ts'

/** Pages of adults: a visitor redirected from one of them is not a child. */
const OF_ADULTS = /^\/(classes|children)\b/

/** Not a store: the browser holds the hash and fires its changes. */
function onHash(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

/** Signing in (issue 5): children by class code, name and PIN; adults by email address and password. */
export function SignInPage() {
  const query = new URLSearchParams(useSearch())
  const session = useSession()
  // Another card may be scanned while the page is open.
  const hash = useSyncExternalStore(onHash, () => location.hash)
  const [back] = useState(() => backFromQuery(query.get('back')))
  const [question, setQuestion] = useState<Question | null>(null)
  if (session.kind === 'asking') return <LoadingPage />
  if (session.kind === 'signed_in') {
    const { me } = session
    return <SignedInHere me={me} onSignOut={() => leaveDevice(me.role, 'here')} />
  }
  const ask = (found: FoundGarden): Promise<boolean> =>
    new Promise((resolve) => setQuestion({ ...found, answer: resolve }))
  return (
    <>
      <SignIn
        key={hash}
        way={back !== null && OF_ADULTS.test(back) ? 'adult' : 'child'}
        back={back}
        onEntered={(me) => takeOver(me, ask)}
      />
      {question && <WhoseGarden {...question} />}
    </>
  )
}

type Question = FoundGarden & { readonly answer: (isMine: boolean) => void }

/** Asks a child who has signed in whether the garden on this device is its own. */
function WhoseGarden({ nickname, plants, answer }: Question) {
  const [isOpen, setOpen] = useState(true)

  function choose(isMine: boolean): void {
    setOpen(false)
    answer(isMine)
  }

  return (
    <Dialog
      open={isOpen}
      role="alertdialog"
      title={words.whose}
      onClose={() => choose(false)}
      actions={
        <>
          <Button kind="secondary" onClick={() => choose(false)}>
            {words.notMine}
          </Button>
          <Button kind="primary" onClick={() => choose(true)}>
            {words.mine}
          </Button>
        </>
      }
    >
      <div className="flex items-center gap-4">
        <AnimalBadge animal={animalOf(nickname)} size={72} />
        <p className="text-lg">{withNames((shown) => words.found(shown, plants), nickname)}</p>
      </div>
    </Dialog>
  )
}
