import type { StudentProgress } from '../../contract/student-progress.ts'
import { aboutOf, achievementMessages } from '../features/achievements/messages.en.ts'

/** What the child read about an achievement. */
export function sentenceOf(achievement: StudentProgress['achievements'][number]): string {
  return achievementMessages.of[achievement.id].text(aboutOf(achievement))
}
