import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { parsePin, pinText, type Pin } from '../../domain/pin.ts'

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Longer than any PIN's text, so that the stored length does not reveal its pictures. */
const TEXT_LENGTH = 24
/** Changing this makes every stored PIN unreadable. */
const KEY_PURPOSE = 'tenfold student PINs, version 1'

/** Encrypts PINs, so that a child's adults can print them again but a copy of the database does not reveal them. */
export type PinVault = {
  /** Encrypts the PIN for this child; the result differs each time. */
  seal(studentId: string, pin: Pin): string
  /** Decrypts the PIN; null if it was encrypted with another secret or for another child, or was altered. */
  open(studentId: string, sealed: string): Pin | null
  /** Compares in constant time. Without a sealed PIN it does the same work and returns false. */
  matches(studentId: string, sealed: string | null, typed: Pin): boolean
}

/** `secret` is AUTH_SECRET or the one in DATA_DIR. */
export function pinVault(secret: string): PinVault {
  const key = Buffer.from(hkdfSync('sha256', secret, '', KEY_PURPOSE, KEY_BYTES))

  const sealText = (studentId: string, text: string): string => {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
    cipher.setAAD(Buffer.from(studentId))
    const encrypted = Buffer.concat([cipher.update(text.padEnd(TEXT_LENGTH), 'utf8'), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url')
  }

  const openText = (studentId: string, sealed: string): string | null => {
    const bytes = Buffer.from(sealed, 'base64url')
    const nonce = bytes.subarray(0, NONCE_BYTES)
    const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
    try {
      const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(studentId))
      decipher.setAuthTag(tag)
      const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8')
      return text + decipher.final('utf8')
    } catch {
      return null
    }
  }

  const nobodys = sealText('', '')

  return {
    seal: (studentId, pin) => sealText(studentId, pinText(pin)),
    open: (studentId, sealed) => {
      const text = openText(studentId, sealed)
      return text === null ? null : parsePin(text.trimEnd())
    },
    matches: (studentId, sealed, typed) => {
      const stored = openText(sealed === null ? '' : studentId, sealed ?? nobodys)
      const padded = Buffer.alloc(TEXT_LENGTH)
      padded.write(stored ?? '')
      const isEqual = timingSafeEqual(padded, Buffer.from(pinText(typed).padEnd(TEXT_LENGTH)))
      return sealed !== null && stored !== null && isEqual
    },
  }
}
