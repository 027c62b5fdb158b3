/** Epoch milliseconds that no change of the device's clock can move while the page is open. */
export function steadyNowMs(): number {
  return Math.round(performance.timeOrigin + performance.now())
}
