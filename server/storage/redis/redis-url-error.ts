/** REDIS_URL names no Redis that can be used; the message says why, without a password. */
export class RedisUrlError extends Error {}
