import type { Migration } from './migration.ts'

/** The kind of browser of an adult's session, so that a list of sessions can be read. */
export const sessionDevice: Migration = {
  id: 15,
  name: 'session-device',
  statements: () => [`alter table session add column device text`],
}
