import { request } from 'node:http'

/** Where a websocket of the engine begins. */
export const WEBSOCKET_PATH = '/socket.io/?EIO=4&transport=websocket'

/** The status with which a handshake is answered: 101 and 200 let in, of a refused upgrade it is 400, of polling 403. */
export function handshakeStatus(
  url: string,
  headers: Readonly<Record<string, string | string[]>>,
  path = WEBSOCKET_PATH,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const upgrade = path.includes('websocket')
      ? {
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-version': '13',
          'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        }
      : {}
    const call = request(url + path, { headers: { ...upgrade, ...headers } })
    call.once('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    call.once('upgrade', (response, socket) => {
      socket.destroy()
      resolve(response.statusCode ?? 0)
    })
    call.once('error', reject)
    call.end()
  })
}
