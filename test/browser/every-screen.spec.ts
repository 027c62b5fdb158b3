import { screenTests } from './every-screen.suite.ts'
import { GATE_SCREENS } from './gate-screens.ts'

screenTests((name) => GATE_SCREENS.includes(name))
