import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Problem } from '../../contract/problem.ts'
import { API_HEADERS } from './security-headers.ts'

/** Status and message by the code of Node's `clientError`. */
const KNOWN: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The address and the headers of the request are too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
}
const NOT_HTTP = [400, 'The request is not valid HTTP.'] as const

/** Answers an unparseable request with `{message, code}` and closes the connection. */
export function answerMalformedHttp(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable) return
  const [status, message] = KNOWN[error.code ?? ''] ?? NOT_HTTP
  const body = JSON.stringify({ message, code: 'bad_request' } satisfies Problem)
  const headers = {
    ...API_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
}
