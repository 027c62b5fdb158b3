/**
 * What a person's name is written with: letters of any script, digits, spaces and a few marks, among them what keyboards
 * make of an apostrophe or a dash. One letter or digit is there that can be seen: fillers, letters that show nothing, are
 * none. The joiners U+200C and U+200D are spelling in Persian and Indic names.
 */
export const NAME_PATTERN =
  /^(?=.*(?!\p{DI})[\p{L}\p{N}])[\p{L}\p{M}\p{N} .,'’‘‛`´′()\u200c-\u200d\u2010-\u2014\u2212-]+$/u

/** What the name of a class is written with: that, and what schools put between its parts ("Math – Period 2 & 3", "Room #4"). */
export const CLASS_NAME_PATTERN = /^[\p{L}\p{M}\p{N} .,'’()&/#+:_–—-]+$/u

/** What is not seen and only comes along with a text that is copied: marks of direction, places to break a line. */
const STOWAWAYS = /(?![\u200c\u200d])(?=\p{DI})\p{Cf}/gu

/** A name without what is around it or not seen, one space between its words, its letters composed (Unicode NFC). */
export function plainName(text: string): string {
  return text.replace(STOWAWAYS, '').normalize('NFC').trim().replace(/\s+/g, ' ')
}

/** The spelling of a name but for its capitals. Names have been kept under it: what it gives may never change. */
function spellingOf(text: string): string {
  return plainName(text).normalize('NFKC').toLowerCase()
}

/** Apostrophes and dashes of all keyboards; the ʻokina and its like are letters to Unicode, and apostrophes to a child. */
const APOSTROPHES = /[’‘‛`´′\u02b9\u02bb-\u02bf\ua78b\ua78c]/g
const DASHES = /[\u2010-\u2014\u2212]/g

/**
 * What all spellings of one name have in common: a child who types `  ANA ` is Ana, whatever apostrophe or dash its keyboard
 * makes, with the joiners or without. The key of a key is that key.
 */
export function nameKey(text: string): string {
  // Before all else: ´ would come apart into a space and a mark.
  const alike = text.replace(APOSTROPHES, "'").replace(/\p{DI}/gu, '')
  const spelling = spellingOf(alike).replace(APOSTROPHES, "'").replace(DASHES, '-')
  return spelling.normalize('NFKC')
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
 * A name as a child types it whose keyboard has no ë: without marks, apostrophes, dots, dashes and spaces. Two names of a
 * class may have this in common.
 */
function looseNameKey(name: string): string {
  return nameKey(name)
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => TYPED_AS[letter] ?? letter)
}

/** Whether somebody who types this means this name. */
export function isTypedName(typed: string, name: string): boolean {
  return findByName([{ nameKey: spellingOf(name) }], typed) !== undefined
}

/**
 * Which of the children of a class is meant by what was typed: the one who is spelled so, or else the only one of that key, or
 * else the only one whose name is typed like it; undefined for none. Keys may be older than `nameKey` is, and two of them
 * differ by their apostrophes only: each is found by its spelling.
 */
export function findByName<Named extends { readonly nameKey: string }>(
  children: readonly Named[],
  typed: string,
): Named | undefined {
  const spelling = spellingOf(typed)
  const spelled = children.find((child) => child.nameKey === spelling)
  if (spelled) return spelled
  for (const read of [nameKey, looseNameKey]) {
    const meant = read(typed)
    const alike = meant === '' ? [] : children.filter((child) => read(child.nameKey) === meant)
    if (alike.length > 0) return alike.length === 1 ? alike[0] : undefined
  }
  return undefined
}
