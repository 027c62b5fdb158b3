function ignoreSecond(event: MouseEvent): void {
  if (event.detail < 2) return
  event.stopPropagation()
  event.preventDefault()
}

/**
 * Called when a press removes its button: if it was the first of a double click, the second would press whatever was behind the
 * button.
 */
export function ignoreSecondClick(): void {
  window.addEventListener('click', ignoreSecond, { capture: true, once: true })
}
