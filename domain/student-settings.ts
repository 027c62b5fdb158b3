import { fieldsOf } from './json-fields.ts'

/** How a child can play (`school.md` section 9): the values of each setting, the default first. */
export const SETTINGS = {
  /** Calm mode: no clock, points, confetti, sounds, streak or ranks on the screen. */
  calm: [false, true],
  /** Whether the time left is shown; hidden means that practice is offered without a time limit. */
  clock: ['shown', 'hidden'],
  /** When the picture of a problem appears: after a miss, or from the start. */
  pictures: ['miss', 'always'],
  /** Multiplies the time in which an answer is quick; `none`: every right answer is. */
  timeFactor: ['1', '1.5', '2', 'none'],
  /** Whether the child may play battles, and whether it is on public boards. */
  battles: [true, false],
  boards: [true, false],
  /** Whether the child sees how many practice days it has in a row. */
  streak: [true, false],
  /** Whether the child wants to be on public boards, and whether its linked parents allow it. */
  ownBoards: [true, false],
  parentBoards: [true, false],
} as const

/** Settings that only the child or its linked parents may change. */
export const NOT_OF_OWNERS = [
  'ownBoards',
  'parentBoards',
] as const satisfies readonly (keyof typeof SETTINGS)[]

/** Settings that the child may change too. */
export const OWN_SETTINGS = [
  'calm',
  'clock',
  'pictures',
  'ownBoards',
] as const satisfies readonly (keyof typeof SETTINGS)[]

export type TimeFactor = (typeof SETTINGS)['timeFactor'][number]

/** How a child plays, on every device. */
export type StudentSettings = {
  readonly [Name in keyof typeof SETTINGS]: (typeof SETTINGS)[Name][number]
}

/** The grade of a class, where its adults have said so. */
export const GRADES = ['unknown', 'K', '1', '2', '3', '4', '5', '6'] as const

/** Grades in which the clock is hidden until somebody chooses otherwise. */
const WITHOUT_CLOCK: readonly Grade[] = ['K', '1', '2']

export type Grade = (typeof GRADES)[number]

/** The settings of all children of a class or family. */
export const OF_HOMES = ['boards', 'battles', 'streak'] as const

/** What a class or family decides for all its children. A child's own settings can only be stricter. */
export type HomeSettings = Pick<StudentSettings, (typeof OF_HOMES)[number]> & {
  readonly grade: Grade
}

/** Settings as stored: only what is not the default, and the clock once somebody has chosen it. */
type StoredSettings = Partial<StudentSettings>

function defaultOf(name: keyof StudentSettings, grade: Grade): unknown {
  return name === 'clock' && WITHOUT_CLOCK.includes(grade) ? 'hidden' : SETTINGS[name][0]
}

/** The settings in JSON; what is missing or unknown has its default in that grade. */
export function settingsFrom(json: unknown, grade: Grade = 'unknown'): StudentSettings {
  const fields = fieldsOf(json)
  const entries = Object.entries(SETTINGS).map(([name, values]: [string, readonly unknown[]]) => [
    name,
    values.find((value) => value === fields.get(name)) ?? defaultOf(name as keyof StudentSettings, grade),
  ])
  return Object.fromEntries(entries)
}

/** What to store of a child after a change. */
export function changedSettings(
  json: unknown,
  change: { readonly [Name in keyof StudentSettings]?: StudentSettings[Name] | undefined },
): StoredSettings {
  const fields = fieldsOf(json)
  const entries = Object.entries(SETTINGS).flatMap(([name, values]: [string, readonly unknown[]]) => {
    const made = change[name as keyof StudentSettings] ?? fields.get(name)
    const isStored = values.includes(made) && (name === 'clock' || made !== values[0])
    return isStored ? [[name, made]] : []
  })
  return Object.fromEntries(entries)
}

/** What a class or family decides, in JSON. */
export function homeSettingsFrom(json: unknown): HomeSettings {
  const { battles, boards, streak } = settingsFrom(json)
  const grade = fieldsOf(json).get('grade')
  return { battles, boards, streak, grade: GRADES.find((known) => known === grade) ?? 'unknown' }
}

/** A child's settings as they apply in its home. The strictest of class, child and parents decides about boards. */
export function inHome(settings: StudentSettings, home: HomeSettings): StudentSettings {
  const { boards, ownBoards, parentBoards } = settings
  return {
    ...settings,
    battles: settings.battles && home.battles,
    streak: settings.streak && home.streak,
    boards: boards && ownBoards && parentBoards && home.boards,
  }
}
