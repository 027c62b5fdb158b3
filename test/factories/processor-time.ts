/** CPU milliseconds, over all threads of this process, that something takes. */
export async function processorMs(work: () => Promise<void>): Promise<number> {
  const from = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(from)
  return (user + system) / 1000
}
