import { useEffect, type ReactNode } from 'react'
import type { Me, SignedInRole } from '../../../contract/account.ts'
import { Button } from '../../ui/button.tsx'
import { signInHref } from '../../ui/failure-note.tsx'
import { PageMessage, LoadingPage } from '../../ui/page-message.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { useSession } from '../../lib/session.ts'
import { checkSession } from '../../lib/session-call.ts'
import { accountMessages } from './messages.en.ts'
import { homeOf } from './session.ts'

const texts = accountMessages.gate

type Props = {
  /** Whose page it is. */
  roles: readonly SignedInRole[]
  children: (me: Me) => ReactNode
}

/** Renders a page for the roles that may see it; sends everybody else to sign in and back. */
export function SignedInGate({ roles, children }: Props) {
  const session = useSession()
  useEffect(() => void checkSession(), [])
  switch (session.kind) {
    case 'asking':
      return <LoadingPage />
    case 'away':
      return (
        <Notice title={texts.awayTitle} text={texts.away}>
          <Button kind="primary" size="large" onClick={() => void checkSession()}>
            {texts.tryAgain}
          </Button>
        </Notice>
      )
    case 'nobody':
      return <SignInFirst title={texts.strangerTitle} text={texts.stranger} />
    case 'over':
      return <SignInFirst title={texts.overTitle} text={texts.over} />
    case 'signed_in':
      if (roles.includes(session.me.role)) return children(session.me)
      return (
        <Notice title={texts.otherRoleTitle} text={texts.otherRole}>
          <LinkButton kind="primary" size="large" href={homeOf(session.me.role)}>
            {texts.home}
          </LinkButton>
        </Notice>
      )
  }
}

function SignInFirst({ title, text }: { title: string; text: string }) {
  return (
    <Notice title={title} text={text}>
      <LinkButton kind="primary" size="large" href={signInHref()}>
        {texts.signIn}
      </LinkButton>
    </Notice>
  )
}

function Notice({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <PageMessage title={title}>
      <p className="max-w-md text-lg text-ink-soft">{text}</p>
      {children}
    </PageMessage>
  )
}
