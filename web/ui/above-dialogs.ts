/**
 * For the `ref` of an element with `popover="manual"`: puts it above everything, open dialogs too. A browser that knows no
 * popovers shows it as any other element.
 */
export function showAboveDialogs(element: HTMLElement | null): void {
  if (element?.isConnected && typeof element.showPopover === 'function') element.showPopover()
}
