import type { Naming } from '../../contract/namings.ts'
import { accountFile, once } from '../account/adult-data.ts'
import { keyOfEmail, keyOfKnown } from '../account/adult-service.ts'
import { classZip } from '../account/class-files.ts'
import type { AccountStores, ChildDataKeys, ChildRecord, ClassRecord } from '../account/port.ts'
import { keysOfWrongCodes } from '../account/two-step-sign-in.ts'

type ContractEnd = {
  readonly email: string
  readonly folder: string
  readonly naming: Naming
  /** If false, everything is only counted. */
  readonly isConfirmed: boolean
}

type ContractEndNeeds = Pick<
  AccountStores,
  'adults' | 'classes' | 'children' | 'childData' | 'accesses' | 'failures'
> & {
  readonly dataKeysOf: (studentId: string) => Promise<ChildDataKeys>
  /** Creates the folder. Throws if it exists. */
  readonly makeFolder: () => Promise<void>
  /** Writes a file into the folder; durable when it resolves. */
  readonly write: (name: string, content: AsyncIterable<string | Uint8Array>) => Promise<void>
  /** Removes deleted data from the database files; false if that has to be retried later. */
  readonly scrub: () => Promise<boolean>
  readonly now: () => number
}

type Ended = { readonly lines: readonly string[]; readonly exitCode: 0 | 1 }
type Counts = { readonly children: number; readonly practiceDays: number; readonly factsKnown: number }
type Home = { readonly home: ClassRecord; readonly file: string; readonly children: readonly ChildRecord[] }
type CountedHome = Home & { readonly counts: Counts }

/** The actor in the access log. */
const BY_OPERATOR = { id: 'operator', role: 'operator' } as const

const OPTIONS: readonly string[] = ['--numbers', '--yes']

/** Parses the arguments of the command; null if invalid. */
export function readContractEnd(args: readonly string[]): ContractEnd | null {
  const [email, folder, ...others] = args.filter((arg) => !OPTIONS.includes(arg))
  if (!email?.includes('@') || !folder || folder.startsWith('-') || others.length > 0) return null
  const naming = args.includes('--numbers') ? 'numbers' : 'names'
  return { email, folder, naming, isConfirmed: args.includes('--yes') }
}

const countsLine = ({ children, practiceDays, factsKnown }: Counts): string =>
  `children ${children}, practice days ${practiceDays}, facts known ${factsKnown}`

function added(counts: readonly Counts[]): Counts {
  const sum = (of: (each: Counts) => number): number => counts.reduce((total, each) => total + of(each), 0)
  return {
    children: sum(({ children }) => children),
    practiceDays: sum(({ practiceDays }) => practiceDays),
    factsKnown: sum(({ factsKnown }) => factsKnown),
  }
}

async function countedHomes(
  { classes, children, childData }: ContractEndNeeds,
  ownerId: string,
): Promise<CountedHome[]> {
  const counted: CountedHome[] = []
  for (const home of await classes.homesOf(ownerId)) {
    const inside = await children.childrenOf(home.id)
    const sums = await childData.sumsOf(inside.map(({ id }) => id))
    const counts = added(sums.map((each) => ({ ...each, children: 1 })))
    counted.push({ home, file: `class-${counted.length + 1}.zip`, children: inside, counts })
  }
  return counted
}

function listOf(homes: readonly CountedHome[]): string[] {
  const lines = homes.map(({ home, file, counts }) => {
    const name = home.kind === 'family' ? 'family' : home.name
    return `${file}  ${name}: ${countsLine(counts)}`
  })
  return [...lines, `In all: classes ${homes.length}, ${countsLine(added(homes.map((each) => each.counts)))}`]
}

async function exportHome(
  needs: ContractEndNeeds,
  { home, file, children }: Home,
  naming: Naming,
): Promise<void> {
  const atMs = needs.now()
  await needs.accesses.record({ children, by: BY_OPERATOR, kind: 'export', nowMs: atMs })
  await needs.write(file, classZip(needs, { name: home.name, children, naming, atMs }))
}

/** What would be exported and deleted. */
async function countOnly(needs: ContractEndNeeds, adultId: string, folder: string): Promise<Ended> {
  const homes = await countedHomes(needs, adultId)
  const linked = homes.flatMap(({ home, children }) =>
    children.filter(({ guardianIds }) => guardianIds.some((id) => id !== home.ownerId)),
  )
  const warns = `Children with a linked parent, who loses them too: ${linked.length}.`
  const asks = `Add --yes to export them into ${folder} and then delete them and the account. Nothing was changed.`
  return { lines: [...listOf(homes), warns, asks], exitCode: 0 }
}

async function exportAll(
  needs: ContractEndNeeds,
  adultId: string,
  homes: readonly CountedHome[],
  naming: Naming,
): Promise<void> {
  for (const home of homes) await exportHome(needs, home, naming)
  await needs.write('account.json', (await accountFile(needs.adults, adultId)).content)
}

/** Deletes the children, then the account. Returns false if the account has other children by now. */
async function deleteAll(
  { adults, accesses, childData, failures, dataKeysOf, now }: ContractEndNeeds,
  adult: { readonly id: string; readonly email: string },
  children: readonly ChildRecord[],
): Promise<boolean> {
  for (const child of children) {
    await accesses.record({ children: [child], by: BY_OPERATOR, kind: 'deletion', nowMs: now() })
    await childData.remove(await dataKeysOf(child.id), now())
  }
  if (!(await adults.remove(adult.id))) return false
  for (const key of [keyOfEmail(adult.email), keyOfKnown(adult.id), ...keysOfWrongCodes(adult.id)]) {
    await failures.clear(key)
  }
  return true
}

/**
 * Ends the contract of a teacher or parent: exports the classes, then deletes their children and the account, and writes a list
 * of counts. Without confirmation, only counts. Nothing is deleted that was not exported before.
 */
export async function endContract(
  needs: ContractEndNeeds,
  { email, folder, naming, isConfirmed }: ContractEnd,
): Promise<Ended> {
  const { adults, classes, now } = needs
  const adult = await adults.findByEmail(email)
  if (!adult) {
    return { lines: ['No teacher or parent has an account with this email address.'], exitCode: 1 }
  }
  if (!isConfirmed) return countOnly(needs, adult.id, folder)
  await needs.makeFolder()
  // Signs the children out, so that nobody practices between the export and the deletion.
  for (const { id, archivedAtMs } of await classes.homesOf(adult.id)) {
    if (archivedAtMs === null) await classes.changeClass(id, { archivedAtMs: now() })
  }
  const homes = await countedHomes(needs, adult.id)
  await exportAll(needs, adult.id, homes, naming)
  const children = homes.flatMap((home) => home.children)
  const isClosed = await deleteAll(needs, { id: adult.id, email }, children)
  const list = [
    ...listOf(homes),
    `Exported into ${folder}, then deleted: children ${children.length}, accounts ${isClosed ? 1 : 0}.`,
  ]
  const head = [`Tenfold: the end of the contract of ${email}`, new Date(now()).toISOString(), '']
  await needs.write('counts.txt', once(`${[...head, ...list].join('\n')}\n`))
  if (!isClosed) {
    list.push('The account stays, because children were added meanwhile. Run this again with a new folder.')
  }
  if (!(await needs.scrub())) {
    list.push('The journal may still hold what was deleted; the server empties it within the hour.')
  }
  return { lines: list, exitCode: isClosed ? 0 : 1 }
}
