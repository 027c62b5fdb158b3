/** The name of a file to save: the letters and digits of the name, then the kind of content. */
export function fileNameOf(name: string, fallback: string, what: string): string {
  const plain = name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '')
  return `${plain === '' ? fallback : plain}-${what}`
}
