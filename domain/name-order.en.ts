import { LOCALE } from './words.en.ts'

/** For sorting: as people look for names, Łukasz among the L, Child 2 before Child 10. */
export const { compare: compareNames } = new Intl.Collator(LOCALE, { numeric: true })
