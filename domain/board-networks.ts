/** How many guests of one network come before the players of others in a board's list. */
const MAX_OF_NETWORK = 5

/** A player on a board, and the network a guest came from; null for students, and for guests whose network is not known. */
type OfNetwork = { readonly network: string | null }

/**
 * The players of a board's list of `limit`, in board order: the best, but guests of one network beyond five only in places that nobody
 * else takes. So one device cannot fill a board with guests, and a school behind one address still sees its own.
 */
export function listedPlayers<Player extends OfNetwork>(
  players: readonly Player[],
  limit: number,
): { readonly listed: readonly Player[]; readonly isFull: boolean } {
  const counts = new Map<string, number>()
  const [first, later]: [Player[], Player[]] = [[], []]
  for (const player of players) {
    const count = player.network === null ? 0 : (counts.get(player.network) ?? 0) + 1
    if (player.network !== null) counts.set(player.network, count)
    ;(count <= MAX_OF_NETWORK ? first : later).push(player)
  }
  const isFull = first.length >= limit
  const chosen = new Set([...first, ...later].slice(0, limit))
  return { listed: players.filter((player) => chosen.has(player)), isFull }
}
