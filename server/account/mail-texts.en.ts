import type { Mail } from './port.ts'

type Link = { readonly to: string; readonly siteName: string; readonly url: string }

/** The email that confirms the address of somebody who signed up. */
export function verificationMail({ to, siteName, url }: Link): Mail {
  return {
    to,
    subject: `Confirm your email address for ${siteName}`,
    text: `Somebody, hopefully you, signed up for ${siteName} with this address.

To confirm it, open this link within a day and enter your password:

${url}

If this wasn't you, ignore this email. Nobody can use the account without the link. Signing up again sends a
new link, and this one stops working.
`,
  }
}

/** The email with a link to set a new password. */
export function resetMail({ to, siteName, url }: Link): Mail {
  return {
    to,
    subject: `Set a new ${siteName} password`,
    text: `Somebody, hopefully you, asked for a new ${siteName} password.

To set one, open this link within an hour:

${url}

If this wasn't you, ignore this email. Your password stays the same.
`,
  }
}

/** The email to an address that already has an account when somebody signs up with it. */
export function knownAddressMail({ to, siteName, url }: Link): Mail {
  return {
    to,
    subject: `You already have a ${siteName} account`,
    text: `Somebody, hopefully you, signed up for ${siteName} with this address, which already has an account.

Sign in, or set a new password, here:

${url}

If this wasn't you, ignore this email. Nothing has changed.
`,
  }
}
