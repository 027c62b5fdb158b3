/** The name of a file to save: letters and digits of the name, and what is in it. */
export function fileNameOf(name: string, fallback: string, what: string): string {
  const plain = name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '')
  return `${plain === '' ? fallback : plain}-${what}`
}
