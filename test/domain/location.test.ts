import { describe, expect, test } from 'vitest'
import { boardLocation, displayLocation, US_STATES } from '../../domain/location.ts'
import { regionOnBoards } from '../../domain/region-name.ts'

describe('places', () => {
  test('[LOC-5] there are 50 states and the District of Columbia', () => {
    expect(US_STATES).toHaveLength(51)
  })

  test.each([
    ['Fresno', 'US', 'California', 'Fresno, California'],
    ['Lyon', 'FR', '', 'Lyon, France'],
    ['Munich', 'DE', 'Bavaria, Germany', 'Munich, Bavaria, Germany'],
    ['Fresno', '', '', 'Fresno'],
    ['', 'US', 'California', ''],
    ['', '', '', ''],
  ])('[LOC-6] a guest in %j, %j, %j is shown as %j', (location, country, state, shown) => {
    expect(displayLocation({ location, country, state })).toBe(shown)
  })

  test.each([
    ['Fresno', 'US', 'California', 'California, Fresno'],
    ['Fresno', 'US', '', 'US, Fresno'],
    ['Toronto', 'CA', 'Ontario, Canada', 'Toronto, Ontario, Canada'],
    ['Toronto', 'CA', '', 'Canada, Toronto'],
    ['', 'CA', 'Ontario, Canada', 'Ontario, Canada'],
    ['', 'CA', '', 'Canada'],
    ['', 'US', 'California', 'California'],
    ['', '', '', ''],
  ])('[LOC-7] a board shows %j, %j, %j as %j', (location, country, state, shown) => {
    expect(boardLocation({ location, country, state })).toBe(shown)
  })

  test.each([
    ['US', 'Texas', 'Texas'],
    ['DE', 'Bavaria', 'Bavaria, Germany'],
    ['BA', 'Sarajevo', 'Sarajevo, Bosnia'],
    ['PR', 'Puerto Rico', 'Puerto Rico'],
    ['DE', '', ''],
    ['', 'Texas', 'Texas'],
  ])('[LOC-10] country %j and region %j compete as %j', (country, region, shown) => {
    expect(regionOnBoards(country, region)).toBe(shown)
  })
})
