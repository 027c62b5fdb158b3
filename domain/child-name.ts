/**
 * The characters of a person's name: letters of any script, digits, spaces, every dash, and a few marks, including what keyboards
 * produce for an apostrophe or a quotation mark. At least one letter or digit must be visible, which fillers are not. The joiners
 * U+200C and U+200D are part of the spelling of Persian and Indic names, geresh and gershayim of Hebrew ones, the middle dots of
 * Catalan and Chinese ones.
 */
export const NAME_PATTERN =
  /^(?=.*(?!\p{DI})[\p{L}\p{N}])[\p{L}\p{M}\p{N}\p{Pd} .,'’‘‛`´′"“”„()\u200c-\u200d\u2212\u05f3\u05f4\uff07\u00b7\u2022\u2027\u30fb\uff65\uff0e]+$/u

/** The first character that such a name may not have; null if there is none, though letters and digits may be missing. */
export function refusedCharacter(name: string, pattern: RegExp): string | null {
  return Array.from(name).find((sign) => !pattern.test(`a${sign}`)) ?? null
}

/**
 * The characters of a class name: letters, digits, spaces, and the punctuation and symbols of any script ("K+1", "3×4", "Stars ⭐").
 * Not those of addresses, tags and formulas: `@`, the backslash, `<`, `>` and `=` in any width. Not what stands for no character
 * (U+FFFC, U+FFFD), and nothing that is invisible as a whole.
 */
export const CLASS_NAME_PATTERN =
  /^(?=.*[^\p{DI} ])(?:(?![@\\<>=\uff20\ufe6b\uff3c\ufe68\uff1c-\uff1e\ufe64-\ufe66\ufffc\ufffd])[\p{L}\p{M}\p{N}\p{P}\p{S} \u200c-\u200d])+$/u

/** Invisible characters that come along with copied text: direction marks, places to break a line. */
const INVISIBLE = /(?![\u200c-\u200d])(?=\p{DI})\p{Cf}/gu

/** A name without surrounding space or invisible characters, with single spaces and composed letters (Unicode NFC). */
export function plainName(text: string): string {
  return text.replace(INVISIBLE, '').normalize('NFC').trim().replace(/\s+/g, ' ')
}

/** The spelling of a name, ignoring case. Stored keys depend on it: its results must never change. */
function spellingOf(text: string): string {
  return plainName(text).normalize('NFKC').toLowerCase()
}

/** Apostrophes, dashes and middle dots of all keyboards. To Unicode, the ʻokina and its like are letters; to a child, apostrophes. */
const APOSTROPHES = /[’‘‛`´′\u05f3\u02b9\u02bb-\u02bf\ua78b\ua78c]/g
const DASHES = /[\p{Pd}\u2212]/gu
const MIDDLE_DOTS = /[\u2022\u2027\u30fb]/g

/**
 * A key that all spellings of a name share: a child who types `  ANA ` is Ana, with any apostrophe, dash, middle dot or joiner.
 * Idempotent.
 */
export function nameKey(text: string): string {
  // First of all, because NFKC splits ´ into a space and a mark.
  const alike = text.replace(APOSTROPHES, "'").replace(/\p{DI}/gu, '')
  const spelling = spellingOf(alike).replace(APOSTROPHES, "'").replace(DASHES, '-')
  return spelling.replace(MIDDLE_DOTS, '·').normalize('NFKC')
}

/** Letters that Unicode does not decompose into a letter and a mark, and how they are typed without them. */
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
 * A name as it is typed on a keyboard without ë: no marks, apostrophes, dots, dashes or spaces. Two names of a class may have
 * the same.
 */
function looseNameKey(name: string): string {
  return nameKey(name)
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => TYPED_AS[letter] ?? letter)
}

/** Whether `typed` is this name, ignoring case, marks and punctuation. */
export function isTypedName(typed: string, name: string): boolean {
  return findByName([{ nameKey: nameKey(name) }], typed) !== undefined
}

/**
 * Finds the child of a class whose name was typed: by its key, else the only one with that loose key.
 */
export function findByName<Named extends { readonly nameKey: string }>(
  children: readonly Named[],
  typed: string,
): Named | undefined {
  const key = nameKey(typed)
  const named = children.find((child) => child.nameKey === key)
  if (named) return named
  const meant = looseNameKey(typed)
  const alike = meant === '' ? [] : children.filter((child) => looseNameKey(child.nameKey) === meant)
  return alike.length === 1 ? alike[0] : undefined
}
