/** What keyboards and pens of other scripts have where a decimal point is meant. */
const DECIMAL_POINTS = /[,\u066B\u060C．，。｡·]/g

/**
 * The text with decimal digits of any script (Arabic, full-width and others) as 0 to 9, and decimal points as periods. In Unicode,
 * digits come in runs of ten that begin at a zero.
 */
export function withPlainDigits(text: string): string {
  return text.replace(DECIMAL_POINTS, '.').replace(/\p{Nd}/gu, (digit) => {
    let before = digit.codePointAt(0) ?? 0
    let value = 0
    while (/\p{Nd}/u.test(String.fromCodePoint((before -= 1)))) value += 1
    return String(value % 10)
  })
}

/**
 * The digit that a key types, or undefined. Besides digits of any script, these are the digit keys of layouts that need Shift for
 * digits (French), and the numeric keypad without Num Lock.
 */
export function digitOfKey({
  key,
  code,
  shiftKey,
}: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): string | undefined {
  const plain = withPlainDigits(key)
  if (/^\d$/.test(plain)) return plain
  return shiftKey ? undefined : /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1]
}
