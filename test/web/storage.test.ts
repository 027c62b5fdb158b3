import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createDurableStore } from '../../web/lib/storage.ts'
import { MemoryStorage, type StorageMood } from './memory-storage.ts'

const text = (json: unknown): string | null => (typeof json === 'string' ? json : null)

function storeOver(mood: StorageMood) {
  const storage = new MemoryStorage()
  storage.mood = mood
  return { storage, store: createDurableStore(() => storage) }
}

describe('durable values', () => {
  test('[GST-9] a value outlives the page', () => {
    const { storage, store } = storeOver('working')
    expect(store.write('name', 'SwiftFox42')).toBe(true)
    expect(createDurableStore(() => storage).read('name', text)).toBe('SwiftFox42')
  })

  test.each(['full', 'forgetful', 'throwing'] as const)(
    '[GST-9] with a storage that is %s a value lasts as long as the page and says so',
    (mood) => {
      const { store } = storeOver(mood)
      expect(store.write('name', 'SwiftFox42')).toBe(false)
      expect(store.read('name', text)).toBe('SwiftFox42')
      expect(store.keys('na')).toEqual(['name'])
      store.remove('name')
      expect(store.read('name', text)).toBeNull()
      expect(store.keys('na')).toEqual([])
    },
  )

  test('[GST-9] a browser that throws on access to storage counts as disabled storage', () => {
    const store = createDurableStore(() => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    })
    expect(store.write('name', 'SwiftFox42')).toBe(false)
    expect(store.read('name', text)).toBe('SwiftFox42')
    expect(createDurableStore(() => null).read('name', text)).toBeNull()
  })

  test('[GST-9] an unsaved value is read before the stale one, and saved when there is room', () => {
    const { storage, store } = storeOver('working')
    store.write('name', 'old')
    store.write('ballast', 'x')
    storage.mood = 'full'
    expect(store.write('name', 'new')).toBe(false)
    expect(store.read('name', text)).toBe('new')
    storage.mood = 'working'
    store.remove('ballast')
    expect(createDurableStore(() => storage).read('name', text)).toBe('new')
  })

  test('[GST-9] garbage of any kind reads as nothing, and can be distinguished from a missing value', () => {
    const { storage, store } = storeOver('working')
    expect(store.find('name', text)).toEqual({ kind: 'missing' })
    for (const garbage of ['', '{', 'undefined', '[1', '42', 'null', '{"__proto__":{}}']) {
      storage.setItem('name', garbage)
      expect(store.find('name', text)).toEqual({ kind: 'broken' })
      expect(store.read('name', text)).toBeNull()
    }
    expect(
      store.find('name', () => {
        throw new Error('a reviver that trips')
      }),
    ).toEqual({ kind: 'broken' })
  })

  test('[GST-9] whatever the storage does and in whatever order, the page reads what it last wrote', () => {
    const mood = fc.constantFrom<StorageMood>('working', 'full', 'forgetful', 'throwing')
    const key = fc.constantFrom('a', 'b', 'c')
    const action = fc.oneof(
      fc.record({ do: fc.constant('write' as const), key, value: fc.string() }),
      fc.record({ do: fc.constant('remove' as const), key }),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(mood, action), { maxLength: 30 }), (steps) => {
        const { storage, store } = storeOver('working')
        const expected = new Map<string, string>()
        for (const [mood, step] of steps) {
          storage.mood = mood
          if (step.do === 'write') {
            store.write(step.key, step.value)
            expected.set(step.key, step.value)
          } else if (mood !== 'throwing') {
            store.remove(step.key)
            expected.delete(step.key)
          }
          if (mood === 'working') {
            for (const key of ['a', 'b', 'c']) expect(store.read(key, text)).toBe(expected.get(key) ?? null)
          }
        }
      }),
    )
  })
})
