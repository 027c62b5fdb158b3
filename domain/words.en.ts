/** For `Intl`: American spelling of dates and numbers. */
export const LOCALE = 'en-US'

const rules = new Intl.PluralRules(LOCALE)
const number = new Intl.NumberFormat(LOCALE)
const together = new Intl.ListFormat(LOCALE)
const separate = new Intl.ListFormat(LOCALE, { type: 'unit' })

/** A text with a count. Only the first `#` becomes the number, so a name may follow it but not precede it. */
export const plural = (count: number, forms: { readonly one: string; readonly other: string }): string =>
  (rules.select(count) === 'one' ? forms.one : forms.other).replace('#', () => number.format(count))

/** A number with separators. */
export const counted = (value: number): string => number.format(value)

/** 'a, b, and c' */
export const listed = (texts: readonly string[]): string => together.format(texts)

/** 'a, b, c' */
export const enumerated = (texts: readonly string[]): string => separate.format(texts)
