const ANY_DIGIT = /\p{Nd}/gu

/** 0 to 9 for a decimal digit of any script. In Unicode, digits come in runs of ten that begin at a zero. */
function valueOf(digit: string): number {
  const at = digit.codePointAt(0) ?? 0
  let before = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(at - before - 1))) before += 1
  return before % 10
}

/** The text with decimal digits of any script (Arabic, full-width and others) as 0 to 9. */
export function withPlainDigits(text: string): string {
  return text.replace(ANY_DIGIT, (digit) => String(valueOf(digit)))
}

/**
 * The digit that a key types, or null. Besides digits of any script, these are the digit keys of layouts that need Shift for
 * digits (French), and the numeric keypad without Num Lock.
 */
export function digitOfKey({
  key,
  code,
  shiftKey,
}: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): string | null {
  if (/^\p{Nd}$/u.test(key)) return withPlainDigits(key)
  const place = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1]
  return shiftKey ? null : (place ?? null)
}
