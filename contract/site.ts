import * as z from 'zod/mini'

/** The id of the page's data block with the public settings. */
export const SITE_ELEMENT_ID = 'site'

/** What pages need to know about this installation. It is part of the HTML, so that no text shifts when it arrives. */
export const site = z.object({
  name: z.string(),
  operator: z.string(),
  contactAddress: z.string(),
  guestDailySeconds: z.number(),
  guestRetentionDays: z.number(),
  battleSeconds: z.number(),
  /** Whether the server looks up rough locations. */
  looksUpLocation: z.boolean(),
  /** The address of this installation, for printed cards; null if it is not configured. */
  publicUrl: z.nullable(z.string()),
})

export type Site = z.infer<typeof site>
