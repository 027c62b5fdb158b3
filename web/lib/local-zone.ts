/** The time zone of this device, as a guess for where a new class or family is. */
export function localZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
