import { Worker } from 'node:worker_threads'
import { pathToFileURL } from 'node:url'

/** Identifies a file regardless of its path; a restored backup has a different one. */
export type Identity = { readonly device: number; readonly inode: number }

type ThreadData = {
  readonly path: string
  /** A file URI that opens the file only if it exists. */
  readonly url: string
  /** One of our files, relative to which the SQLite package is resolved. */
  readonly resolveFrom: string
}

type Engine = {
  readonly DatabaseSync: new (path: string) => { exec(sql: string): void; close(): void }
}

/**
 * The thread's program. It is passed as source text, which works from sources, tests and the bundle alike, so it cannot use
 * anything from the enclosing module.
 */
function program(): void {
  // Each pass leaves what was committed while it ran to the next, shorter one.
  const PASSES = 3
  const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads')
  const { createRequire } = process.getBuiltinModule('node:module')
  const { statSync } = process.getBuiltinModule('node:fs')
  const { path, url, resolveFrom } = workerData as ThreadData
  const builtIn: unknown = process.getBuiltinModule('node:sqlite')
  const engine = (builtIn ?? createRequire(resolveFrom)('@photostructure/sqlite')) as Engine

  const checkpoint = ({ device, inode }: Identity): void => {
    const file = new engine.DatabaseSync(url)
    try {
      // Checked after opening: one file's WAL must never be written into another file.
      const { dev, ino } = statSync(path)
      if (dev !== device || ino !== inode) return
      // Not prepared: a statement would keep the file open until garbage collection.
      for (let pass = 0; pass < PASSES; pass += 1) file.exec('pragma wal_checkpoint(passive)')
    } finally {
      file.close()
    }
  }
  parentPort?.on('message', (identity: Identity | null) => {
    if (identity === null) return parentPort.close()
    try {
      checkpoint(identity)
    } catch {
      // The next write fails for the same reason and reports it.
    }
    parentPort.postMessage(null, [])
  })
}

/** A thread that checkpoints a database on request. */
export class CheckpointThread {
  readonly #worker: Worker
  #done: () => void = () => undefined
  readonly #ended: Promise<void>

  /** `onEnd` is called when the thread has ended, for whatever reason. */
  constructor(path: string, onEnd: () => void) {
    const url = pathToFileURL(path)
    url.search = 'mode=rw'
    const data: ThreadData = { path, url: url.href, resolveFrom: import.meta.url }
    this.#worker = new Worker(`(${program.toString()})()`, { eval: true, workerData: data, execArgv: [] })
    this.#worker.unref()
    this.#worker.on('message', () => this.#done())
    // An 'exit' follows. Without the thread, SQLite checkpoints automatically.
    this.#worker.on('error', () => undefined)
    this.#ended = new Promise((resolve) => {
      this.#worker.once('exit', () => {
        this.#done()
        onEnd()
        resolve()
      })
    })
  }

  /** Resolves when the thread has checkpointed what it could of this file, or has ended. One call at a time. */
  checkpoint(identity: Identity): Promise<void> {
    return new Promise((resolve) => {
      this.#done = resolve
      this.#worker.postMessage(identity, [])
    })
  }

  /** Resolves when the thread has finished its work and ended. Terminating it inside SQLite could crash the process. */
  async end(): Promise<void> {
    this.#worker.ref()
    this.#worker.postMessage(null, [])
    await this.#ended
  }
}
