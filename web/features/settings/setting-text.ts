import type { StudentSettings } from '../../../domain/student-settings.ts'
import { settingsMessages } from './messages.en.ts'

type Name = keyof StudentSettings

/** The name of a setting. */
export function settingLabel(name: Name): string {
  return name in settingsMessages.switches
    ? settingsMessages.switches[name as keyof typeof settingsMessages.switches].label
    : settingsMessages.choices[name as keyof typeof settingsMessages.choices].label
}

/** A value of a setting in words. */
export function valueText(name: Name, value: StudentSettings[Name]): string {
  if (typeof value === 'boolean') return value ? settingsMessages.ofClass.on : settingsMessages.ofClass.off
  const texts: Readonly<Record<string, string>> =
    settingsMessages.choices[name as keyof typeof settingsMessages.choices].values
  return texts[value] ?? value
}

/** A setting and its value. */
export function settingText(name: Name, value: StudentSettings[Name]): string {
  return `${settingLabel(name)}: ${valueText(name, value)}`
}
