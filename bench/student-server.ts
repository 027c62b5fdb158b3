import type { AddressInfo } from 'node:net'
import { readConfig } from '../server/config.ts'
import { keepTicksQuick } from '../server/operations/quick-ticks.ts'
import { headerStudents } from '../test/factories/students.ts'
import { realApp } from './server-real.ts'

/**
 * Our server as it runs, except that a header says which student is signed in: what is measured and killed here is the
 * practice of students, and not signing in.
 */
const { dataDir, port, host } = readConfig(process.env)
keepTicksQuick()
const app = await realApp(dataDir, headerStudents)
await app.listen({ host, port })
process.stdout.write(`It is ready at http://localhost:${(app.server.address() as AddressInfo).port}\n`)
