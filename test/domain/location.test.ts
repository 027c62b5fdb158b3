import { describe, expect, test } from 'vitest'
import {
  boardLocation,
  canonicalCountry,
  canonicalState,
  displayLocation,
  US_STATES,
} from '../../domain/location.ts'

describe('places', () => {
  test('[LOC-5] 50 states and the District of Columbia, each under its code and its name', () => {
    expect(US_STATES).toHaveLength(51)
    for (const { code, name } of US_STATES) {
      for (const written of [code, code.toLowerCase(), name, name.toLowerCase(), ` ${name.toUpperCase()} `]) {
        expect(canonicalState('US', written)).toBe(name)
      }
    }
  })

  test.each([
    ['US', 'CA', 'California'],
    ['usa', 'ca', 'California'],
    ['United States', 'new  york', 'New York'],
    [null, 'Texas', 'Texas'],
    ['', 'tx', 'Texas'],
    ['US', 'D.C.', 'District of Columbia'],
    ['US', 'Washington, D.C.', 'District of Columbia'],
    ['CA', 'ON', ''],
    ['DE', ' Bayern ', ''],
    ['AU', 'WA', ''],
    ['GE', 'Georgia', ''],
    ['US', 'Guam', ''],
    ['US', '...', ''],
    ['US', '', ''],
    ['US', null, ''],
    ['US', 'constructor', ''],
  ])('[LOC-5] country %j and state %j are stored as %j', (country, state, stored) => {
    expect(canonicalState(country, state)).toBe(stored)
  })

  test.each([
    ['us', 'US'],
    ['USA', 'US'],
    ['United States of America', 'US'],
    [' Canada ', 'Canada'],
    ['', ''],
    [null, ''],
  ])('[LOC-5] country %j is stored as %j', (country, stored) => {
    expect(canonicalCountry(country)).toBe(stored)
  })

  test.each([
    ['Fresno', 'US', 'California', 'Fresno, California'],
    ['Lyon', 'FR', '', 'Lyon, FR'],
    ['Lyon', 'FR', 'Rhône', 'Lyon, Rhône'],
    ['Fresno', '', '', 'Fresno'],
    ['', 'US', 'California', ''],
    ['', '', '', ''],
  ])('[LOC-6] a guest in %j, %j, %j reads %j', (location, country, state, shown) => {
    expect(displayLocation({ location, country, state })).toBe(shown)
  })

  test.each([
    ['Fresno', 'US', 'California', 'California, Fresno'],
    ['Fresno', 'US', '', 'US, Fresno'],
    ['Toronto', 'CA', 'Ontario', 'CA, Toronto'],
    ['', 'US', 'California', 'California'],
    ['', '', '', ''],
  ])('[LOC-7] on a board %j, %j, %j reads %j', (location, country, state, shown) => {
    expect(boardLocation({ location, country, state })).toBe(shown)
  })
})
