import { createHmac } from 'node:crypto'

const BYTES = 256

/**
 * So many characters of an alphabet that follow from the installation's secret and a text: the same each time, stored nowhere,
 * and known to nobody without the secret. Each purpose has texts of its own.
 */
export function derivedText(secret: string, text: string, alphabet: string, length: number): string {
  // The largest multiple of the alphabet's length in a byte; above it a character would be likelier than another.
  const fairBytes = BYTES - (BYTES % alphabet.length)
  let made = ''
  for (let round = 0; made.length < length; round += 1) {
    const input = round === 0 ? text : `${text}:${round}`
    for (const byte of createHmac('sha256', secret).update(input).digest()) {
      if (byte < fairBytes && made.length < length) made += alphabet.charAt(byte % alphabet.length)
    }
  }
  return made
}
