import type { Migration } from './migration.ts'

/** From which address a guest came, as a key that only this installation's secret can make; '' where it is not known. */
export const guestAddress: Migration = {
  id: 23,
  name: 'guest-address',
  statements: () => [`alter table guest add column address_key text not null default ''`],
}
