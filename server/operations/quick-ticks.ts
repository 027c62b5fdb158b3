import { executionAsyncResource } from 'node:async_hooks'

const kept: object[] = []

/**
 * Keeps one of Node's ticks alive for as long as the process, to be called at its start. Each request takes about ten ticks.
 * Node gives every one an object of two computed names, and V8 forgets how such an object is built when it collects garbage
 * while none exists, then builds all later ones the long way: 0.2 to 0.3 microseconds a tick instead of 0.05, in about three
 * of four processes (Node 20.20; docs/performance.md).
 */
export function keepTicksQuick(): void {
  process.nextTick(() => kept.push(executionAsyncResource()))
}
