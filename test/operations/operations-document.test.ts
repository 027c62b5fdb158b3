import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { createMetrics } from '../../server/ops/metrics.ts'
import { settingNames } from '../factories/setting-names.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const DOCUMENT = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')

const isNamed = (name: string): boolean => DOCUMENT.includes(`\`${name}\``)

test('[OPS-12] lists every setting of the server', () => {
  expect(settingNames().length).toBeGreaterThan(20)
  expect(settingNames().filter((name) => !isNamed(name))).toEqual([])
})

test('[OPS-12] lists every metric that a server reports', async () => {
  const metrics = createMetrics({ withProcessMetrics: true })
  metrics.response({ method: 'GET', route: '/healthz', status: 200 }, 0.001)
  const names = [...(await metrics.text()).matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name ?? '')
  expect(names).toContain('http_request_duration_seconds')
  expect(names).toContain('battle_live')
  expect(names.filter((name) => !isNamed(name))).toEqual([])
})

test('[OPS-12] every metric used in an alert is reported by a server', async () => {
  const text = await createMetrics({ withProcessMetrics: true }).text()
  const alerts = DOCUMENT.slice(
    DOCUMENT.indexOf('### Alerts'),
    DOCUMENT.indexOf('### What each metric means'),
  )
  const names = [...alerts.matchAll(/\b(?:http|battle|nodejs|process|db)_\w+/g)].map(([name]) => name)
  expect(names.length).toBeGreaterThan(8)
  expect(names.filter((name) => !text.includes(`# TYPE ${name} `))).toEqual([])
})

test('[OPS-12] counters used in alerts are reported as 0 at first, so that the first event is noticed', async () => {
  const text = await createMetrics({ withProcessMetrics: true }).text()
  const counted = [...DOCUMENT.matchAll(/\b(?:increase|rate)\((\w+(?:\{\w+="\w+"\})?)\[/g)].map(
    ([, name]) => name,
  )
  expect(counted).toContain('battle_taken_over_total{from="silent"}')
  expect(counted.length).toBeGreaterThan(6)
  expect(counted.filter((name) => !text.includes(`\n${name} 0\n`))).toEqual([])
})

test('[OPS-12] every metric it explains is reported by a server', async () => {
  const metrics = createMetrics({ withProcessMetrics: true })
  metrics.response({ method: 'GET', route: '/healthz', status: 200 }, 0.001)
  const text = await metrics.text()
  const explained = DOCUMENT.slice(
    DOCUMENT.indexOf('### What each metric means'),
    DOCUMENT.indexOf('### What the log says'),
  )
  const names = [...explained.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name ?? ''),
  )
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter((name) => !text.includes(`# TYPE ${name} `))).toEqual([])
})

test('[OPS-12] lists every log event', () => {
  const sources = readdirSync(join(ROOT, 'server'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )
  const events = sources.flatMap((name) =>
    [...readFileSync(join(ROOT, 'server', name), 'utf8').matchAll(/\bevent: '([a-z_]+)'/g)].map(
      ([, event]) => event ?? '',
    ),
  )
  expect(events).toContain('storage_away')
  expect([...new Set(events)].filter((event) => !isNamed(event))).toEqual([])
})
