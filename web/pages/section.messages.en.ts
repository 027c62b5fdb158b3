import { plural } from '../../domain/words.en.ts'

/** '1 day', '7 days'. */
export const inDays = (days: number): string => plural(days, { one: '# day', other: '# days' })
