import { Agent, request } from 'node:http'

/** How a call was answered, and how long that took. */
export type Answered = { readonly status: number; readonly ms: number; readonly bytes: number }

const agent = new Agent({ keepAlive: true, maxSockets: Infinity })

/** One call of a student. Its time counts from when it was due, so that a stalled server is measured fully. */
export function call(
  origin: string,
  cookie: string,
  method: string,
  path: string,
  body: unknown,
  dueMs = performance.now(),
): Promise<Answered> {
  const text = body === undefined ? '' : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const sent = request(
      `${origin}${path}`,
      {
        agent,
        method,
        headers: {
          cookie,
          origin,
          ...(text === ''
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        },
      },
      (response) => {
        let bytes = 0
        response.on('data', (chunk: Buffer) => (bytes += chunk.length))
        response.once('end', () =>
          resolve({ status: response.statusCode ?? 0, ms: performance.now() - dueMs, bytes }),
        )
      },
    )
    sent.once('error', reject)
    sent.end(text)
  })
}

/** Closes the connections that calls have left open. */
export function endCalls(): void {
  agent.destroy()
}
