import type { Mail } from '../account/port.ts'

/** A paragraph of an email, which may be a link. */
export type MailLine = {
  readonly tag: 'h2' | 'h3' | 'p' | 'li'
  readonly text: string
  readonly href?: string
}

const SPACE_BEFORE: readonly MailLine['tag'][] = ['h2', 'h3', 'p']

function textOf(lines: readonly MailLine[]): string {
  const parts = lines.map(({ tag, text, href }) => {
    const line = tag === 'li' ? `- ${text}` : text
    return `${SPACE_BEFORE.includes(tag) ? '\n' : ''}${href === undefined ? line : `${line}\n${href}`}\n`
  })
  return parts.join('').trimStart()
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign)

function htmlOf(lines: readonly MailLine[]): string {
  const parts = lines.map(({ tag, text, href }) => {
    const inner = escaped(text)
    return `<${tag}>${href === undefined ? inner : `<a href="${escaped(href)}">${inner}</a>`}</${tag}>`
  })
  const listed = parts
    .join('\n')
    .replace(/(?:<li>.*<\/li>\n?)+/g, (items) => `<ul>\n${items.trimEnd()}\n</ul>\n`)
  return `<!doctype html>
<html lang="en">
<body style="max-width: 36em; font-family: sans-serif; font-size: 16px; line-height: 1.5">
${listed}
</body>
</html>
`
}

type Parts = {
  readonly to: string
  readonly messageId: string
  readonly subject: string
  readonly lines: readonly MailLine[]
  /** Turns the email off when a mail program sends it a POST (RFC 8058). */
  readonly oneClickUrl: string
}

/** An email that can be turned off. Its text and its HTML have the same sentences. */
export function mailOf({ to, messageId, subject, lines, oneClickUrl }: Parts): Mail {
  return {
    to,
    messageId,
    subject,
    text: textOf(lines),
    html: htmlOf(lines),
    headers: {
      'List-Unsubscribe': `<${oneClickUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}
