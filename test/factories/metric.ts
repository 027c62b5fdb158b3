import type { ServerProcess } from './server-process.ts'

/** What a server says of a metric, which is named with its labels as it stands there. */
export async function metricOf({ origin }: Pick<ServerProcess, 'origin'>, name: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text()
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  if (line === undefined) throw new Error(`There is no metric ${name}:\n${text}`)
  return Number(line.slice(name.length))
}
