declare module 'autocannon' {
  type Request = { method: string; headers: Record<string, string>; body?: string }

  type Options = {
    url: string
    connections: number
    duration: number
    requests: readonly (Request & { setupRequest(request: Request): Request })[]
  }

  type Result = {
    readonly requests: { readonly average: number }
    readonly latency: { readonly p99: number }
    readonly non2xx: number
    readonly errors: number
    readonly timeouts: number
  }

  const autocannon: (options: Options) => Promise<Result>
  export = autocannon
}
