import { screenTests } from '../browser/every-screen.suite.ts'
import { GATE_SCREENS } from '../browser/gate-screens.ts'

screenTests((name) => !GATE_SCREENS.includes(name))
