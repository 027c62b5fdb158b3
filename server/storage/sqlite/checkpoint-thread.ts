import { Worker } from 'node:worker_threads'
import { pathToFileURL } from 'node:url'

/** Which file it is, whatever it is called: a restored backup has another one. */
export type Identity = { readonly device: number; readonly inode: number }

/** What a thread is told of its database. */
type Given = {
  readonly path: string
  /** The file as an address that opens it only where it exists. */
  readonly url: string
  /** A file of ours, from where the engine's package is looked for. */
  readonly from: string
}

type Engine = {
  readonly DatabaseSync: new (path: string) => { exec(sql: string): void; close(): void }
}

/**
 * The whole program of the thread. It is handed over as text, so that sources, tests and the one built file all have it
 * alike; nothing from around it is there when it runs.
 */
function program(): void {
  // What is written while a pass goes on is left to the next one, which has less to do and so leaves less.
  const PASSES = 3
  const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads')
  const { createRequire } = process.getBuiltinModule('node:module')
  const { statSync } = process.getBuiltinModule('node:fs')
  const { path, url, from } = workerData as Given
  const builtIn: unknown = process.getBuiltinModule('node:sqlite')
  const engine = (builtIn ?? createRequire(from)('@photostructure/sqlite')) as Engine

  const writeBack = ({ device, inode }: Identity): void => {
    const file = new engine.DatabaseSync(url)
    try {
      // Looked at after it was opened: the journal of one file must never be written into another.
      const { dev, ino } = statSync(path)
      if (dev !== device || ino !== inode) return
      // A prepared statement would keep the file open until garbage is collected.
      for (let pass = 0; pass < PASSES; pass += 1) file.exec('pragma wal_checkpoint(passive)')
    } finally {
      file.close()
    }
  }
  parentPort?.on('message', (identity: Identity | null) => {
    if (identity === null) return parentPort.close()
    try {
      writeBack(identity)
    } catch {
      // A file that cannot be written or is gone fails the next write too, which is where it is told.
    }
    parentPort.postMessage(null, [])
  })
}

/** A thread that writes the journal of a database into its file when it is asked. */
export class CheckpointThread {
  readonly #worker: Worker
  #done: () => void = () => undefined
  readonly #ended: Promise<void>

  /** `onEnd` is told when there is no thread any more, however it came to that. */
  constructor(path: string, onEnd: () => void) {
    const url = pathToFileURL(path)
    url.search = 'mode=rw'
    const given: Given = { path, url: url.href, from: import.meta.url }
    this.#worker = new Worker(`(${program.toString()})()`, { eval: true, workerData: given, execArgv: [] })
    this.#worker.unref()
    this.#worker.on('message', () => this.#done())
    // Without it the engine writes the journal back by itself, sooner or later; an 'exit' follows.
    this.#worker.on('error', () => undefined)
    this.#ended = new Promise((resolve) => {
      this.#worker.once('exit', () => {
        this.#done()
        onEnd()
        resolve()
      })
    })
  }

  /** Resolves when the thread has written back what it could into this very file, or is gone. One call at a time. */
  writeBack(identity: Identity): Promise<void> {
    return new Promise((resolve) => {
      this.#done = resolve
      this.#worker.postMessage(identity, [])
    })
  }

  /** Resolves when the thread has done what it was asked for and is gone: cut off inside the engine, it can end the whole process. */
  async end(): Promise<void> {
    this.#worker.ref()
    this.#worker.postMessage(null, [])
    await this.#ended
  }
}
