import { useEffect, useState } from 'react'

function tokenInAddress(): string {
  try {
    return decodeURIComponent(location.hash.slice(1))
  } catch {
    return ''
  }
}

/**
 * The token of an emailed link, from its fragment, which no server log contains; '' for none. It is removed from the address at
 * once, so that it does not stay in the history of a shared computer. A link opened while its page is already shown causes no
 * load, and is handled too.
 */
export function useLinkToken(): string {
  const [token, setToken] = useState(tokenInAddress)
  useEffect(() => {
    const take = (): void => {
      if (location.hash === '') return
      setToken(tokenInAddress())
      history.replaceState(history.state, '', location.pathname + location.search)
    }
    take()
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [])
  return token
}
