/** What a person's name is written with: letters of any script, digits, spaces and a few marks. */
export const NAME_PATTERN = /^[\p{L}\p{M}\p{N} .,'’()-]+$/u

/** What the name of a class is written with: that, and what schools put between its parts ("Math – Period 2 & 3", "Room #4"). */
export const CLASS_NAME_PATTERN = /^[\p{L}\p{M}\p{N} .,'’()&/#+:_–—-]+$/u

/** A name without what is around it, one space between its words, its letters composed (Unicode NFC). */
export function plainName(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/g, ' ')
}

/** What two spellings of one name have in common: a child who types `  ANA ` is Ana. */
export function nameKey(text: string): string {
  return plainName(text).normalize('NFKC').toLowerCase()
}

/** Letters that are no letter with a mark on it, as they are typed where the keyboard has none of them. */
const TYPED_AS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/**
 * The name of this key as a child types it whose keyboard has no ë, or makes another apostrophe than the grown-up's: without
 * marks, dots, dashes and spaces. Two names of a class may have this in common.
 */
export function looseNameKey(key: string): string {
  return key
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => TYPED_AS[letter] ?? letter)
}

/** Whether somebody who types this means this name. */
export function isTypedName(typed: string, name: string): boolean {
  return findByName([{ nameKey: nameKey(name) }], nameKey(typed)) !== undefined
}

/**
 * Which of the children of a class is meant by a typed name of this key: the one who has it, or else the only one whose name
 * is typed like it; undefined for none.
 */
export function findByName<Named extends { readonly nameKey: string }>(
  children: readonly Named[],
  key: string,
): Named | undefined {
  const same = children.find((child) => child.nameKey === key)
  if (same) return same
  const loose = looseNameKey(key)
  const alike = loose === '' ? [] : children.filter((child) => looseNameKey(child.nameKey) === loose)
  return alike.length === 1 ? alike[0] : undefined
}
