import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { ErrorCode } from '../../contract/error-codes.ts'
import { Refusal } from './errors.ts'

type Issue = z.core.$ZodIssue
type RawIssue = z.core.$ZodRawIssue

/** Fields that may be valid separately and impossible together. */
const SCORE_FIELDS = ['score', 'correctAnswers', 'averageTime']

function typeName(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/** Messages for rules without one in the contract. */
function messageOf(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'is missing'
        : `must be ${/^[aeiou]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected}, not ${typeName(issue.input)}`
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`
    default:
      return 'is not valid'
  }
}

function codeOf(issue: Issue): ErrorCode {
  const field = String(issue.path[0])
  if (issue.code === 'custom' && SCORE_FIELDS.includes(field)) return 'impossible_score'
  return 'bad_request'
}

// PostgreSQL rejects NUL in text, and no name, code or address has control characters.
const CONTROL = /\p{Cc}/u

/** The path of a string with a control character, or null. Iterative, because a body may be deeply nested. */
function pathOfControlCharacter(whole: unknown): readonly string[] | null {
  const pending: { readonly value: unknown; readonly path: readonly string[] }[] = [
    { value: whole, path: [] },
  ]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, path } = next
    if (typeof value === 'string' && CONTROL.test(value)) return path
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inside] of Object.entries(value)) pending.push({ value: inside, path: [...path, key] })
  }
  return null
}

/**
 * Parses a value. Throws a 400 Refusal that names the first invalid field and what it accepts; `whole` is the name of the value
 * itself, for when it is not an object.
 */
export function readInput<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
  whole: string,
): z.output<Schema> {
  const result = schema.safeParse(value, { error: messageOf })
  if (result.success) {
    const controlPath = pathOfControlCharacter(value)
    if (controlPath === null) return result.data
    throw new Refusal(
      400,
      'bad_request',
      `${controlPath.join('.') || whole} must not have control characters.`,
    )
  }
  const issue = result.error.issues[0]
  if (!issue) throw new Refusal(400, 'bad_request', `${whole} is not valid.`)
  const field = issue.path.length > 0 ? issue.path.join('.') : whole
  throw new Refusal(400, codeOf(issue), `${field} ${issue.message}.`)
}

/** Throws a 415 Refusal for a compressed body or a charset other than UTF-8, which would be misread. */
export function refuseEncodedBody({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? ''
  if (encoding !== '' && encoding !== 'identity') {
    throw new Refusal(415, 'unsupported_media_type', 'The body must be sent without a Content-Encoding.')
  }
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(headers['content-type'] ?? '')?.[1]
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    throw new Refusal(415, 'unsupported_media_type', 'The body must be sent as UTF-8.')
  }
}
