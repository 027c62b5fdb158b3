import type { ServerProcess } from './server-process.ts'

/** The value of a server's metric, given with its labels as written in the output. */
export async function metricOf({ origin }: Pick<ServerProcess, 'origin'>, name: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text()
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  if (line === undefined) throw new Error(`There is no metric ${name}:\n${text}`)
  return Number(line.slice(name.length))
}
