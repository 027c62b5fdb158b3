import { expect, test } from 'vitest'
import { ResponseTimes } from '../../server/http/response-times.ts'

const LABELS = 'method="GET",route="/api/x",status="200"'

test('[RUN-11] counts response times in cumulative buckets, by method, route and status', () => {
  const times = new ResponseTimes()
  const count = times.recorder('GET', '/api/x', 200)
  for (const seconds of [0, 0.001, 0.0011, 0.3, 5, 5.1]) count(seconds)
  times.recorder('GET', '/api/x', 404)(0.02)
  // Asked for again, it is the same kind.
  times.recorder('GET', '/api/x', 200)(0.3)

  const lines = times.text().split('\n')
  const bucket = (le: string) => lines.find((line) => line.includes(`le="${le}",${LABELS}`))?.split(' ')[1]
  const expected = { '0.001': '2', '0.0025': '3', '0.25': '3', '0.5': '5', '2.5': '5', '5': '6', '+Inf': '7' }
  expect(Object.keys(expected).map(bucket)).toEqual(Object.values(expected))
  expect(lines).toContain(`http_request_duration_seconds_count{${LABELS}} 7`)
  expect(lines).toContain('http_request_duration_seconds_count{method="GET",route="/api/x",status="404"} 1')
  const sum = lines.find((line) => line.startsWith(`http_request_duration_seconds_sum{${LABELS}}`))
  expect(Number(sum?.split(' ')[1])).toBeCloseTo(10.7021, 9)
  expect(lines.filter((line) => line.startsWith('# TYPE'))).toHaveLength(1)
})
