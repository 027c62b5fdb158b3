/** Every code an error answer may carry (decisions §8). The status says the kind, the code the cause. */
export const ERROR_CODES = [
  'bad_request',
  'bad_json',
  'bad_nickname',
  'bad_location',
  'impossible_score',
  'unauthorized',
  'not_found',
  'method_not_allowed',
  'conflict',
  'body_too_large',
  'unsupported_media_type',
  'too_many_requests',
  'too_fast',
  'storage_away',
  'draining',
  'internal',
] as const

export type ErrorCode = (typeof ERROR_CODES)[number]
