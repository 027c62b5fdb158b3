import { battlesInRedis } from '../factories/live-battles.ts'
import { describeRedis } from '../factories/redis.ts'
import { liveBattlesSuite } from '../server/live-battles.suite.ts'

describeRedis('shared by two processes', () => {
  liveBattlesSuite(battlesInRedis('with both players at one of them', [0, 0]))
  liveBattlesSuite(battlesInRedis('with each player at another', [0, 1]))
})
