import { LOCAL_QUEUE } from '../factories/battle-queues.ts'
import { battleQueueSuite } from './battle-queue.suite.ts'

battleQueueSuite(LOCAL_QUEUE)
