import * as z from 'zod/mini'

/** The id of the data block in the page that carries the settings a visitor may see. */
export const SITE_ELEMENT_ID = 'site'

/** What the pages need to know of this installation; it travels inside the page, so that no text jumps. */
export const site = z.object({
  name: z.string(),
  operator: z.string(),
  contactAddress: z.string(),
  /** ISO date of the legal texts (specification §9: 2025-08-16). */
  legalDate: z.string(),
  guestDailySeconds: z.number(),
  guestRetentionDays: z.number(),
  /** How long what is kept (domain/retention.ts). */
  retention: z.object({
    answerDays: z.number(),
    idleChildMonths: z.number(),
    archivedClassMonths: z.number(),
    schoolYearEndMonth: z.number(),
    idleAdultMonths: z.number(),
    accessLogDays: z.number(),
    backupDays: z.number(),
  }),
  battleSeconds: z.number(),
  /** Whether the server looks up a rough location at all. */
  looksUpLocation: z.boolean(),
  /** Where people reach this installation, for what goes on paper; null where it does not know. */
  publicUrl: z.nullable(z.string()),
})

export type Site = z.infer<typeof site>
