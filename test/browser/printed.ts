import type { Page } from '@playwright/test'
import { getDocumentProxy } from 'unpdf'

export type PaperFormat = 'A4' | 'Letter'

/** Prints what the page shows, as the browser's own print dialog would, and reads the text of each sheet. */
export async function printedSheets(page: Page, format: PaperFormat): Promise<string[]> {
  const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ format })))
  const sheets: string[] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    const text = items.map((item) => ('str' in item ? item.str : '')).join(' ')
    sheets.push(text.replaceAll(/\s+/g, ' '))
  }
  await pdf.destroy()
  return sheets
}
