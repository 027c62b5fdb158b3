/** The largest size of a dot, in px per unit, so that three dots are not drawn larger than thirty. */
const LARGEST_SCALE = 1.9

/** Caps a drawing's width by its own units. It still shrinks with its container. */
export function widthCap(units: number) {
  return { maxWidth: units * LARGEST_SCALE }
}

/** What makes an inline SVG one picture with a description, and hides its parts from a screen reader. */
export function picture(label: string) {
  return { role: 'img', 'aria-label': label } as const
}
