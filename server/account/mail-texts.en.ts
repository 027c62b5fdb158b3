import type { Mail } from './port.ts'

type Link = { readonly to: string; readonly siteName: string; readonly url: string }

/** The mail that proves an address belongs to who signed up with it. */
export function verificationMail({ to, siteName, url }: Link): Mail {
  return {
    to,
    subject: `Confirm your e-mail address for ${siteName}`,
    text: `Somebody, we hope you, signed up for ${siteName} with this address.

To confirm it, open this link within a day, and type the password you chose:

${url}

If it was not you, do nothing: without the link nobody can use the account. Who signs up once more with this
address gets a new link, and this one is void.
`,
  }
}

/** The mail with which somebody who has forgotten a password sets a new one. */
export function resetMail({ to, siteName, url }: Link): Mail {
  return {
    to,
    subject: `A new password for ${siteName}`,
    text: `Somebody, we hope you, asked for a new password for ${siteName}.

To set one, open this link within an hour:

${url}

If it was not you, do nothing: your password stays as it is.
`,
  }
}

/** The mail to somebody with whose address somebody signed up although it has an account. */
export function knownAddressMail({ to, siteName, url }: Link): Mail {
  return {
    to,
    subject: `You already have an account with ${siteName}`,
    text: `Somebody, we hope you, signed up for ${siteName} with this address, which already has an account.

Sign in, or set a new password, here:

${url}

If it was not you, do nothing: nothing has changed.
`,
  }
}
