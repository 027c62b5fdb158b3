/** Arithmetic within a text, such as '7 + 8'. */
export const math = (written: string): string => written
