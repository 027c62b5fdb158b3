import { spawn } from 'node:child_process'
import { NotDone } from '../../ops/not-done.ts'

const PASSWORD = 'password'

/** An address without its password, which nobody may read in the list of processes, and the password. */
function apart(url: string): { readonly address: string; readonly password: string | null } {
  const address = new URL(url)
  const password = address.password || address.searchParams.get(PASSWORD)
  address.password = ''
  address.searchParams.delete(PASSWORD)
  return { address: address.href, password: password === null ? null : decodeURIComponent(password) }
}

function said(text: string, { password }: { readonly password: string | null }): string {
  const lines = text.trim().split('\n').slice(0, 3).join(' ')
  return password ? lines.replaceAll(password, '***') : lines
}

/**
 * Runs one of PostgreSQL's own programs to its end; what it wrote to standard output. The database is given by its address
 * where `url` is one. Throws NotDone with a sentence where the program is missing or fails.
 */
export function runPostgresProgram(
  program: 'pg_dump' | 'pg_restore',
  args: readonly string[],
  url: string | null,
): Promise<string> {
  const place = url === null ? { address: null, password: null } : apart(url)
  const withPlace = place.address === null ? args : [...args, `--dbname=${place.address}`]
  const secret = place.password ? { PGPASSWORD: place.password } : {}
  return new Promise((resolve, reject) => {
    const child = spawn(program, withPlace, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...secret },
    })
    let [output, errors] = ['', '']
    child.stdout.on('data', (chunk) => (output += String(chunk)))
    child.stderr.on('data', (chunk) => (errors += String(chunk)))
    child.once('error', ({ message }) => {
      const isMissing = message.includes('ENOENT')
      reject(
        new NotDone(
          isMissing
            ? `${program} is not installed. Install the PostgreSQL client programs, the server's version or newer (on Debian: postgresql-client).`
            : `Could not start ${program}: ${message}.`,
        ),
      )
    })
    child.once('close', (code) => {
      if (code === 0) resolve(output)
      else reject(new NotDone(`${program} failed: ${said(errors, place) || `exit code ${code}`}`))
    })
  })
}
