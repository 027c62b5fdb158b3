import type { StudentSettings } from '../../../domain/student-settings.ts'
import { plural } from '../../../domain/words.en.ts'

type Texts<Value> = {
  readonly label: string
  readonly hint?: string
  readonly values: Readonly<Record<Extract<Value, string>, string>>
}

/** The text of each setting with more than two values. */
const choices: {
  readonly [Name in keyof StudentSettings as StudentSettings[Name] extends boolean ? never : Name]: Texts<
    StudentSettings[Name]
  >
} = {
  clock: {
    label: 'Clock',
    values: {
      shown: 'Shown',
      hidden: 'Hidden',
    },
  },
  pictures: {
    label: 'Pictures',
    values: {
      miss: 'After a miss',
      always: 'Every problem',
    },
  },
  timeFactor: {
    label: 'Time for a quick answer',
    hint: 'How soon an answer counts as quick. Points never depend on time.',
    values: {
      '1': 'Usual',
      '1.5': '1.5 times',
      '2': 'Twice',
      none: 'No time goal',
    },
  },
}

/** What adults and children read about how a child plays. */
export const settingsMessages = {
  heading: 'Accommodations',
  lead: 'These apply on every device, starting with the next problem. They don’t show in points or badges.',
  ofClass: {
    heading: (name: string) => `Settings for ${name}`,
    whole: 'The whole class',
    forAll: (setting: string) => `Whole class · ${setting}`,
    lead: 'How each child practices, for you or a substitute. Children who aren’t listed have the usual settings.',
    none: 'All children have the usual settings.',
    child: 'Child',
    settings: 'Settings',
    print: 'Print',
    several: 'Change one thing for several children',
    what: 'Setting',
    value: 'Value',
    whom: 'Children',
    all: 'All children',
    apply: (count: number) => `Change for ${plural(count, { one: '# child', other: '# children' })}`,
    done: 'Changed',
    on: 'On',
    off: 'Off',
    grade: {
      label: 'Grade',
      hint: 'Through grade 2, children see no clock until you or they turn it on.',
      values: {
        unknown: 'Not set',
        K: 'Kindergarten',
        1: 'Grade 1',
        2: 'Grade 2',
        3: 'Grade 3',
        4: 'Grade 4',
        5: 'Grade 5',
        6: 'Grade 6',
      },
    },
  },
  ofParent: {
    heading: 'Public leaderboards',
    label: 'My child may be on leaderboards',
    note: 'The school or your child can turn this off, too.',
  },
  ownHeading: 'How I like to practice',
  ownAnnouncements: {
    label: 'Tell me what I did',
    hint: 'Right after practice. It’s always on this page, too.',
  },
  choices,
  switches: {
    calm: { label: 'Calm mode', hint: 'No clock, points, sounds or ranks' },
    battles: { label: 'Math Battles', hint: 'Off: the child doesn’t see battles' },
    boards: { label: 'Public leaderboards', hint: 'Under the animal name, never the child’s own name' },
    streak: { label: 'Days in a row', hint: 'Off: the child sees days of practice, but no streak' },
    ownBoards: { label: 'Show me on leaderboards', hint: 'With my animal name' },
    parentBoards: {
      label: 'Parents allow leaderboards',
      hint: 'Under the animal name, never the child’s own name',
    },
  },
} as const
