import type { HomeSettings, StudentSettings } from '../../domain/student-settings.ts'

/** Stores how children play. Every operation is atomic. */
export type SettingsStore = {
  /** Null for an unknown student. */
  ofStudent(studentId: string): Promise<StudentSettings | null>
  /** Changes these settings and returns all. Null for an unknown student. */
  change(studentId: string, change: SettingsChange): Promise<StudentSettings | null>
  /** The settings of a class or family, and of its children in the order of their names. */
  ofHome(classId: string): Promise<SettingsOfHome>
  changeHome(classId: string, change: HomeChange): Promise<void>
  /** Changes these children of the class; others are ignored. */
  changeChildren(classId: string, studentIds: readonly string[], change: SettingsChange): Promise<void>
}

type SettingsOfHome = {
  readonly home: HomeSettings
  readonly children: readonly {
    readonly studentId: string
    readonly name: string
    readonly settings: StudentSettings
  }[]
}

type HomeChange = { readonly [Name in keyof HomeSettings]?: HomeSettings[Name] | undefined }

export type SettingsChange = { readonly [Name in keyof StudentSettings]?: StudentSettings[Name] | undefined }
