import type { ReactNode } from 'react'
import { OWN_SETTINGS, type StudentSettings } from '../../../domain/student-settings.ts'
import { Card } from '../../ui/card.tsx'
import { settingsMessages } from './messages.en.ts'
import { SettingsForm } from './settings-form.tsx'

type Props = {
  settings: StudentSettings
  onChange: (change: Partial<StudentSettings>) => void
  /** What is stored elsewhere. */
  children?: ReactNode
}

/** What a child chooses for itself, on its own page. */
export function OwnSettings({ children, ...props }: Props) {
  return (
    <Card className="grid gap-5">
      <h2 className="text-2xl">{settingsMessages.ownHeading}</h2>
      <SettingsForm {...props} names={OWN_SETTINGS} />
      {children}
    </Card>
  )
}
