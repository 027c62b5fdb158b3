import { onTestFinished } from 'vitest'
import { BUILT_SERVER, startServer, type ServerProcess, type Settings } from './server-process.ts'

/** Starts the built server for one test, its log as it is usually; it is ended when the test has ended. */
export async function startBuilt(settings: Settings, readyWithinMs?: number): Promise<ServerProcess> {
  const server = await startServer({ LOG_LEVEL: 'info', ...settings }, BUILT_SERVER, readyWithinMs)
  onTestFinished(() => server.discard())
  return server
}
