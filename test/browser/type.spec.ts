import { expect, test } from './fixtures.ts'

test('[LOK-6] changing figures have equal widths, in both weights of Lexend', async ({ page }) => {
  await page.goto('/guest')
  const widths = await page.evaluate(async () => {
    const measured: number[][] = []
    for (const weight of ['400', '700']) {
      await document.fonts.load(`${weight} 100px Lexend`, '0123456789')
      const row = [...'0123456789'].map((digit) => {
        const probe = document.createElement('span')
        probe.textContent = digit
        probe.style.cssText = `position:absolute;font:${weight} 100px Lexend;font-variant-numeric:tabular-nums`
        document.body.append(probe)
        const { width } = probe.getBoundingClientRect()
        probe.remove()
        return width
      })
      measured.push(row)
    }
    return measured
  })
  for (const row of widths) {
    expect(row).toHaveLength(10)
    expect(Math.max(...row) - Math.min(...row)).toBeLessThan(0.01)
    // Wider than the digits of any usual stand-in: what was measured is Lexend.
    expect(Math.min(...row)).toBeGreaterThan(60)
  }
})
