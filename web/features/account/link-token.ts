import { useEffect, useState } from 'react'

function tokenInAddress(): string {
  try {
    return decodeURIComponent(location.hash.slice(1))
  } catch {
    return ''
  }
}

/**
 * The token of a mailed link, which stands behind the `#`, where no server and no log sees it; '' for none. It is taken out
 * of the address at once: it must not stay in the history of a shared computer. A link that is opened on its own page
 * already loads nothing, and is taken as well.
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
