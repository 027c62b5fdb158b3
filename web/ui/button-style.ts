export type ButtonKind = 'primary' | 'secondary' | 'quiet'
export type ButtonSize = 'regular' | 'large'

const BASE =
  'inline-flex items-center justify-center gap-2 rounded-key text-center font-bold no-underline select-none transition-[translate,box-shadow] duration-75 ' +
  'disabled:bg-sunk disabled:text-ink-soft aria-disabled:bg-sunk aria-disabled:text-ink-soft'

const KINDS: Record<ButtonKind, string> = {
  primary: 'tile tile-accent bg-accent text-on-accent hover:bg-accent-strong',
  secondary: 'tile bg-sheet text-ink hover:bg-sunk',
  quiet: 'text-ink hover:bg-sunk',
}

const SIZES: Record<ButtonSize, string> = {
  regular: 'min-h-target min-w-target px-4 py-2',
  large: 'min-h-16 min-w-16 px-7 py-3 text-xl',
}

/** The classes of a button; a link that looks like one wears them too. */
export function buttonStyle(kind: ButtonKind, size: ButtonSize, extra = ''): string {
  return `${BASE} ${KINDS[kind]} ${SIZES[size]} ${extra}`
}
