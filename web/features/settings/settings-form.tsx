import { SETTINGS, type StudentSettings } from '../../../domain/student-settings.ts'
import { Toggle } from '../../ui/toggle.tsx'
import { Choice } from './choice.tsx'
import { settingsMessages } from './messages.en.ts'

type Switches = keyof typeof settingsMessages.switches
type Choices = keyof typeof settingsMessages.choices

type Props = {
  settings: StudentSettings
  onChange: (change: Partial<StudentSettings>) => void
  /** The settings that are shown. */
  names: readonly (keyof StudentSettings)[]
}

/** A control for each of some settings. */
export function SettingsForm({ settings, onChange, names }: Props) {
  return (
    <div className="grid gap-4">
      {names.map((name) =>
        name in settingsMessages.switches ? (
          <Toggle
            key={name}
            {...settingsMessages.switches[name as Switches]}
            checked={settings[name as Switches]}
            onChange={(on) => onChange({ [name]: on })}
          />
        ) : (
          <Choice<string>
            key={name}
            {...settingsMessages.choices[name as Choices]}
            all={SETTINGS[name as Choices]}
            value={settings[name as Choices]}
            onChange={(value) => onChange({ [name]: value })}
          />
        ),
      )}
    </div>
  )
}
