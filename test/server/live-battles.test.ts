import { LOCAL_BATTLES } from '../factories/live-battles.ts'
import { liveBattlesSuite } from './live-battles.suite.ts'

liveBattlesSuite(LOCAL_BATTLES)
