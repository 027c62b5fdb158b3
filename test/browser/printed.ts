import { expect, type Page } from '@playwright/test'
import { getDocumentProxy } from 'unpdf'
import type { Report } from '../../contract/reports.ts'

/** Every child of a class has these certificates: to know whole sets takes weeks of practice. */
export async function giveCertificates(page: Page, certificates: Report['certificates']): Promise<void> {
  await page.route('**/api/classes/*/reports*', async (route) => {
    const response = await route.fetch()
    const reports = (await response.json()) as Report[]
    await route.fulfill({ response, json: reports.map((one) => ({ ...one, certificates })) })
  })
}

export type PaperFormat = 'A4' | 'Letter' | 'A5'

/** Prints the page as the browser's print dialog would, and reads the text of each sheet. */
export async function printedSheets(page: Page, format: PaperFormat, landscape = false): Promise<string[]> {
  const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ format, landscape })))
  const sheets: string[] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    const text = items.map((item) => ('str' in item ? item.str : '')).join(' ')
    sheets.push(text.replaceAll(/\s+/g, ' '))
  }
  await pdf.destroy()
  return sheets
}

/** Prints the page on its side and on small paper, where its content takes other sheets than intended: none of them is empty. */
export async function expectNoEmptySheet(page: Page): Promise<void> {
  for (const [format, isLandscape] of [
    ['A4', true],
    ['Letter', true],
    ['A5', false],
    ['A5', true],
  ] as const) {
    const sheets = await printedSheets(page, format, isLandscape)
    expect(
      sheets.filter((text) => text.trim() === ''),
      `${format} ${isLandscape ? 'on its side' : 'upright'}`,
    ).toEqual([])
  }
}
