/** A source of whole numbers from 0 to `below` - 1, all equally likely. */
export type RandomBelow = (below: number) => number

export const PIN_DIGITS = 4

/** The pictures of a picture PIN, by id; a child who cannot read yet presses three of them, in order. */
export const PICTURE_IDS = [
  'apple',
  'ball',
  'bird',
  'boat',
  'car',
  'cat',
  'cloud',
  'fish',
  'flower',
  'house',
  'key',
  'leaf',
  'moon',
  'star',
  'sun',
  'tree',
] as const

export type PictureId = (typeof PICTURE_IDS)[number]

export const PIN_PICTURES = 3

export const PIN_KINDS = ['digits', 'pictures'] as const

export type PinKind = (typeof PIN_KINDS)[number]

/** A PIN: digits, or pictures in order. */
export type Pin =
  | { readonly kind: 'digits'; readonly digits: string }
  | { readonly kind: 'pictures'; readonly pictures: readonly PictureId[] }

function randomPin(kind: PinKind, randomBelow: RandomBelow): Pin {
  if (kind === 'digits') {
    return { kind, digits: Array.from({ length: PIN_DIGITS }, () => randomBelow(10)).join('') }
  }
  const left: PictureId[] = [...PICTURE_IDS]
  const pictures = Array.from({ length: PIN_PICTURES }, () => left.splice(randomBelow(left.length), 1))
  return { kind, pictures: pictures.flat() }
}

/** The one text for a PIN. */
export function pinText(pin: Pin): string {
  return pin.kind === 'digits' ? pin.digits : pin.pictures.join(' ')
}

/** A random PIN other than the one it replaces, if any. Its pictures are all different, so that no card shows one twice. */
export function newPin(kind: PinKind, randomBelow: RandomBelow, replaced: Pin | null = null): Pin {
  const pin = randomPin(kind, randomBelow)
  const isSame = replaced !== null && pinText(pin) === pinText(replaced)
  return isSame ? newPin(kind, randomBelow, replaced) : pin
}

const DIGITS = new RegExp(`^[0-9]{${PIN_DIGITS}}$`)

/** The inverse of `pinText`; null for any other text. */
export function parsePin(text: string): Pin | null {
  if (DIGITS.test(text)) return { kind: 'digits', digits: text }
  const pictures = text.split(' ').flatMap((word) => PICTURE_IDS.filter((id) => id === word))
  const pin: Pin = { kind: 'pictures', pictures }
  return pictures.length === PIN_PICTURES && pinText(pin) === text ? pin : null
}
