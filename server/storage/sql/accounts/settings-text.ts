import {
  changedSettings,
  homeSettingsFrom,
  inHome,
  settingsFrom,
  type HomeSettings,
  type StudentSettings,
} from '../../../../domain/student-settings.ts'

/** A change of a class's or family's settings. */
export type HomeChange = { readonly [Name in keyof HomeSettings]?: HomeSettings[Name] | undefined }

/** A change of a child's settings. */
export type SettingsChange = { readonly [Name in keyof StudentSettings]?: StudentSettings[Name] | undefined }

const parsed = (text: string): unknown => (text === '' ? null : JSON.parse(text))

const textOf = (stored: object): string => (Object.keys(stored).length === 0 ? '' : JSON.stringify(stored))

/** What a class or family decides, from stored text. */
export function readHome(text: string): HomeSettings {
  return homeSettingsFrom(parsed(text))
}

/** A child's own settings from stored text; `home` is that of its class or family. */
export function readSettings(text: string, home: string): StudentSettings {
  return settingsFrom(parsed(text), readHome(home).grade)
}

/** A child's settings as they apply in its home. */
export function readInHome(text: string, home: string): StudentSettings {
  return inHome(readSettings(text, home), readHome(home))
}

/** The text to store of a child after a change. */
export function changedText(text: string, change: SettingsChange): string {
  return textOf(changedSettings(parsed(text), change))
}

/** The text to store of a class or family: only what is not the default. */
export function homeText(home: HomeSettings): string {
  const defaults = new Map<string, unknown>(Object.entries(homeSettingsFrom(null)))
  return textOf(
    Object.fromEntries(Object.entries(home).filter(([name, made]) => made !== defaults.get(name))),
  )
}
