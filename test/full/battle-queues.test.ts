import { queueInRedis } from '../factories/battle-queues.ts'
import { describeRedis } from '../factories/redis.ts'
import { battleQueueSuite } from '../server/battle-queue.suite.ts'

describeRedis('shared by processes', () => {
  battleQueueSuite(queueInRedis(1))
  battleQueueSuite(queueInRedis(3))
})
