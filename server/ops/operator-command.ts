import { ConfigError, readConfig, type Config } from '../config.ts'
import { StorageUnavailable } from '../http/errors.ts'
import { OperatorError } from './operator-error.ts'
import { DatabaseUrlError } from '../storage/postgres/failures.ts'
import { DatabaseFileError } from '../storage/sqlite/database-file.ts'

function sentenceOf(error: unknown): string {
  const foreseen =
    error instanceof ConfigError ||
    error instanceof OperatorError ||
    error instanceof DatabaseFileError ||
    error instanceof DatabaseUrlError
  if (foreseen) return error.message
  if (error instanceof StorageUnavailable) return `Can’t reach the database: ${String(error.cause)}.`
  return `That didn’t work: ${String(error)}`
}

/** Runs an operator command. `work` returns the exit code; if it throws, prints the reason and exits with 2. */
export async function runCommand(work: (config: Config) => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work(readConfig(process.env))
  } catch (error) {
    process.stderr.write(`${sentenceOf(error)}\n`)
    process.exitCode = 2
  }
}
