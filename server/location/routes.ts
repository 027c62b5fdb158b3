import { geoRoutes } from '../../contract/guest.ts'
import type { Bind } from '../operations/bind.ts'
import type { Locate } from './port.ts'

/** `GET /api/geo` (decisions §4). */
export function bindLocationRoutes(bind: Bind, locate: Locate): void {
  bind(geoRoutes.locate, {
    answer: (_input, _player, request) => locate(request.ip),
  })
}
