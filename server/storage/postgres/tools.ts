import { spawn } from 'node:child_process'
import { OperatorError } from '../../ops/operator-error.ts'

const PASSWORD = 'password'

/** Separates the password from a URL, since the process list shows arguments. */
function splitPassword(url: string): { readonly address: string; readonly password: string | null } {
  const address = new URL(url)
  const password = address.password || address.searchParams.get(PASSWORD)
  address.password = ''
  address.searchParams.delete(PASSWORD)
  return { address: address.href, password: password === null ? null : decodeURIComponent(password) }
}

/** The first lines of a program's error output, without the password. */
function errorText(text: string, { password }: { readonly password: string | null }): string {
  const lines = text.trim().split('\n').slice(0, 3).join(' ')
  return password ? lines.replaceAll(password, '***') : lines
}

/**
 * Runs one of PostgreSQL's programs, on the database at `url` unless that is null. Returns its standard output. Throws OperatorError
 * if the program is missing or fails.
 */
export function runPostgresTool(
  program: 'pg_dump' | 'pg_restore',
  args: readonly string[],
  url: string | null,
): Promise<string> {
  const target = url === null ? { address: null, password: null } : splitPassword(url)
  const allArgs = target.address === null ? args : [...args, `--dbname=${target.address}`]
  const secret = target.password ? { PGPASSWORD: target.password } : {}
  return new Promise((resolve, reject) => {
    const child = spawn(program, allArgs, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...secret },
    })
    let [output, errors] = ['', '']
    child.stdout.on('data', (chunk) => (output += String(chunk)))
    child.stderr.on('data', (chunk) => (errors += String(chunk)))
    child.once('error', ({ message }) => {
      const isMissing = message.includes('ENOENT')
      reject(
        new OperatorError(
          isMissing
            ? `${program} is not installed. Install the PostgreSQL client programs, the server's version or newer (on Debian: postgresql-client).`
            : `Could not start ${program}: ${message}.`,
        ),
      )
    })
    child.once('close', (code) => {
      if (code === 0) resolve(output)
      else reject(new OperatorError(`${program} failed: ${errorText(errors, target) || `exit code ${code}`}`))
    })
  })
}
