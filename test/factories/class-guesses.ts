/** Strangers type so many names that no child of the class has; each is a guess at the class. */
export async function guessAtNobody(origin: string, code: string, guesses: number): Promise<void> {
  const pin = { kind: 'pictures', pictures: ['sun', 'sun', 'sun'] }
  const typed = Array.from({ length: guesses }, async (_, place) => {
    const { status } = await fetch(`${origin}/api/account/child/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ code, name: `Nobody ${place}`, pin }),
    })
    return status
  })
  const others = (await Promise.all(typed)).filter((status) => status !== 401)
  if (others.length > 0) throw new Error(`guesses were answered with ${others.join(', ')}`)
}
