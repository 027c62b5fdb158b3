import { expect, test, vi } from 'vitest'

/** An audio device in a state, which plays nothing and notes what it is asked. */
function audioDevice(state: string, resume: () => Promise<void>) {
  const param = { value: 0, setValueAtTime: vi.fn(), linearRampToValueAtTime: vi.fn() }
  const node = {
    frequency: param,
    gain: { ...param, exponentialRampToValueAtTime: vi.fn() },
    connect: (to: unknown) => to,
    start: vi.fn(),
    stop: vi.fn(),
  }
  const device = { state, currentTime: 0, resume: vi.fn(resume) }
  vi.stubGlobal('AudioContext', function open() {
    return Object.assign(device, { createOscillator: () => node, createGain: () => node })
  })
  return { device, notes: node.start }
}

async function loadSound() {
  vi.resetModules()
  return await import('../../web/lib/sound.ts')
}

test.each([
  ['running', 0],
  ['suspended', 1],
  ['interrupted', 1],
  ['a state that no browser has yet', 1],
])('[LOK-8] a sound on a device that is %s resumes it %i times, and plays', async (state, times) => {
  const { device, notes } = audioDevice(state, () => Promise.resolve())
  const { playSound } = await loadSound()
  playSound('correct')
  expect(device.resume).toHaveBeenCalledTimes(times)
  expect(notes).toHaveBeenCalledTimes(2)
})

test('[LOK-8] after each call that interrupts it, sound comes back, even if resuming is refused at first', async () => {
  const { device, notes } = audioDevice('running', () => Promise.reject(new Error('not allowed')))
  const { playSound } = await loadSound()
  for (const [state, resumed] of [
    ['running', 0],
    ['interrupted', 1],
    ['interrupted', 2],
    ['running', 2],
    ['interrupted', 3],
  ] as const) {
    device.state = state
    playSound('tap')
    expect(device.resume).toHaveBeenCalledTimes(resumed)
  }
  expect(notes).toHaveBeenCalledTimes(5)
})

test('[LOK-8] a device without audio is silent and breaks nothing', async () => {
  vi.stubGlobal('AudioContext', undefined)
  const { playSound } = await loadSound()
  expect(() => playSound('finished')).not.toThrow()
})
