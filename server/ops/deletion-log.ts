import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { AdultStore } from '../storage/sql/accounts/adult-store.ts'
import type { ChildStore } from '../storage/sql/accounts/child-store.ts'
import type { StudentDataStore } from '../storage/sql/students/student-data-store.ts'
import type { RemovalStore } from './removal.ts'

export const DELETION_KINDS = ['child', 'adult', 'guest', 'unlinked', 'linked'] as const

/**
 * A deleted person by id, never by name; for guests, the public id. `unlinked` is the end of a parent's link to a child, and `linked`
 * its beginning, which may follow an end; their ids are made by `linkId`.
 */
export type Deletion = { readonly kind: (typeof DELETION_KINDS)[number]; readonly id: string }

export function linkId(parentId: string, studentId: string): string {
  return `${parentId}:${studentId}`
}

/** The content of the log; `sinceMs` is when it began. */
export type DeletionLogContent = {
  readonly sinceMs: number
  readonly deletions: readonly (Deletion & { readonly atMs: number })[]
}

/** Records deletions outside of backups, so that a restore can repeat them. */
export type DeletionLog = {
  /** Creates the log if there is none, and drops entries older than any backup. */
  begin(nowMs: number, backupDays: number): Promise<void>
  /** Durable when it resolves. */
  append(deletion: Deletion, nowMs: number): Promise<void>
  /** Null if there is no log. */
  read(): Promise<DeletionLogContent | null>
}

const DAY_MS = 24 * 3_600_000
const LINE = /^(since|child|adult|guest|unlinked|linked) (\S+) (\d+)$/

function linesIn(path: string) {
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, kind, id = '', at] = LINE.exec(line) ?? []
      return kind === undefined ? [] : [{ kind, id, atMs: Number(at) }]
    })
}

/** The log for an embedded database, in a file next to it, which a restore does not overwrite. */
export function deletionLog(dataDir: string): DeletionLog {
  const path = join(dataDir, 'deletions.log')

  const append = (line: string): void => {
    const file = openSync(path, 'a', 0o600)
    try {
      // The leading newline separates it from a partial line of a server that was killed.
      writeSync(file, `\n${line}\n`)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
  }

  return {
    begin: async (nowMs, backupDays) => {
      if (!existsSync(path)) return append(`since - ${nowMs}`)
      const firstMs = nowMs - backupDays * DAY_MS
      const lines = linesIn(path)
      if (lines.every(({ atMs }) => atMs >= firstMs)) return
      const kept = lines.filter(({ atMs }) => atMs >= firstMs)
      const draft = `${path}.part`
      const text = kept.map(({ kind, id, atMs }) => `${kind} ${id} ${atMs}\n`).join('')
      writeFileSync(draft, `since - ${firstMs}\n${text}`, { mode: 0o600, flush: true })
      renameSync(draft, path)
    },
    append: async ({ kind, id }, nowMs) => append(`${kind} ${id} ${nowMs}`),
    read: async () => {
      if (!existsSync(path)) return null
      const said = linesIn(path)
      const deletions = said.flatMap(({ kind: text, id, atMs }) => {
        const kind = DELETION_KINDS.find((known) => known === text)
        return kind === undefined ? [] : [{ kind, id, atMs }]
      })
      return { sinceMs: Math.min(...said.map(({ atMs }) => atMs)), deletions }
    },
  }
}

type Stores = {
  readonly childData: StudentDataStore
  readonly adults: AdultStore
  readonly children: ChildStore
}

/** Wraps stores to record deletions and links. */
export function loggingDeletions<S extends Stores>(stores: S, log: DeletionLog, now: () => number): S {
  const { childData, adults, children } = stores
  return {
    ...stores,
    children: {
      ...children,
      removeGuardian: async (studentId, parentId) => {
        await log.append({ kind: 'unlinked', id: linkId(parentId, studentId) }, now())
        await children.removeGuardian(studentId, parentId)
      },
      useLinkCode: async (codeHash, parentId, nowMs) => {
        const studentId = await children.useLinkCode(codeHash, parentId, nowMs)
        if (studentId !== null) await log.append({ kind: 'linked', id: linkId(parentId, studentId) }, now())
        return studentId
      },
    },
    childData: {
      ...childData,
      remove: async (child, nowMs) => {
        // Before the deletion, so that it is not lost if the server dies in between.
        await log.append({ kind: 'child', id: child.studentId }, nowMs)
        await childData.remove(child, nowMs)
      },
    },
    adults: {
      ...adults,
      remove: async (adultId) => {
        const isRemoved = await adults.remove(adultId)
        // Afterwards, because an account with children is not removed.
        if (isRemoved) await log.append({ kind: 'adult', id: adultId }, now())
        return isRemoved
      },
    },
  }
}

/** Wraps a store to record guests removed by an operator. */
export function loggingGuestRemovals<S extends Pick<RemovalStore, 'remove'>>(
  store: S,
  log: DeletionLog,
  now: () => number,
): S {
  return {
    ...store,
    remove: async (publicId: string) => {
      await log.append({ kind: 'guest', id: publicId }, now())
      return store.remove(publicId)
    },
  }
}
