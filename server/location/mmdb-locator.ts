import { readFileSync } from 'node:fs'
import { Reader, type CityResponse } from 'mmdb-lib'
import { UNKNOWN_PLACE, type Locate } from './port.ts'

/** The location database is unusable; the message names the file and the reason. */
export class LocationFileError extends Error {
  constructor(path: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(`GEO_DB is ${JSON.stringify(path)}, which is not a readable MaxMind database (.mmdb): ${reason}.`, {
      cause,
    })
    this.name = 'LocationFileError'
  }
}

/** Looks addresses up in a local MaxMind city database. Throws LocationFileError if it cannot be read. */
export function mmdbLocator(path: string): Locate {
  const reader = openReader(path)
  return async (ip) => {
    const found = reader.get(ip)
    if (!found) return UNKNOWN_PLACE
    const region = found.subdivisions?.[0]
    return {
      country_code: found.country?.iso_code ?? null,
      city: found.city?.names?.en ?? null,
      region: region?.names?.en ?? null,
      region_code: region?.iso_code ?? null,
    }
  }
}

function openReader(path: string): Reader<CityResponse> {
  try {
    return new Reader<CityResponse>(readFileSync(path))
  } catch (error) {
    throw new LocationFileError(path, error)
  }
}
