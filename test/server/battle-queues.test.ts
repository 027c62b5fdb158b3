import { LOCAL_QUEUE, queueInRedis } from '../factories/battle-queues.ts'
import { describeRedis } from '../factories/redis.ts'
import { battleQueueSuite } from './battle-queue.suite.ts'

battleQueueSuite(LOCAL_QUEUE)

describeRedis('shared by processes', () => {
  battleQueueSuite(queueInRedis(1))
  battleQueueSuite(queueInRedis(3))
})
