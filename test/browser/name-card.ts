import type { Locator, Page } from '@playwright/test'

/** The card to print of the child of that name. */
export const cardOf = (page: Page, name: string): Locator =>
  page.locator('.name-card').filter({ hasText: name })
