import { GATE_PROBLEMS } from '../browser/gate-screens.ts'
import { layoutTests } from '../browser/layout.suite.ts'

layoutTests((name) => !GATE_PROBLEMS.includes(name))
