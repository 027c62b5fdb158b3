/** What a child's name, or the name of a class, is written with: letters of any script, digits, spaces and a few marks. */
export const NAME_PATTERN = /^[\p{L}\p{M}\p{N} .,'’()-]+$/u

/** A name without what is around it, one space between its words, its letters composed (Unicode NFC). */
export function plainName(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/g, ' ')
}

/** What two spellings of one name have in common: a child who types `  ANA ` is Ana. */
export function nameKey(text: string): string {
  return plainName(text).normalize('NFKC').toLowerCase()
}
