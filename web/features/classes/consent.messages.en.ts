import { RETENTION } from '../../../domain/retention.ts'

const KEPT = `Tenfold keeps a first name, a PIN and practice results. Answers are kept ${RETENTION.answerDays} days. An account nobody uses is deleted after ${RETENTION.idleChildMonths} months. I can download or delete it at any time.`

/** The statements that an adult confirms once, before adding the first child. A new text is a new `CONSENT_VERSION`. */
export const consentMessages = {
  title: 'Before you add a child',
  parent: [
    'I am the parent or legal guardian of the children I add.',
    'I agree that they use Tenfold to practice math.',
    KEPT,
  ],
  teacher: [
    'I add these children on behalf of my school, which allows me to use Tenfold.',
    'I use their data only for teaching.',
    KEPT,
  ],
  privacy: 'Read the privacy policy',
  agree: 'Confirm and continue',
} as const
