import type { Migration } from './migration.ts'

/** Until when new devices of a class do not wait, and how many wrong PINs each account had on its last practice day. */
export const signInWindows: Migration = {
  id: 14,
  name: 'sign-in-windows',
  statements: ({ integer }) => [
    `alter table school_class add column let_in_until_ms ${integer}`,
    `alter table sign_in_failure add column practice_day text not null default ''`,
    `alter table sign_in_failure add column wrong_on_day ${integer} not null default 0`,
  ],
}
