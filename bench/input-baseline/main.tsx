import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

/** A minimal React page that shows another problem on Enter: no answer, no score, no style. */
function Page() {
  const [index, setIndex] = useState(0)
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Enter') setIndex((before) => before + 1)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return <p id="problem">{`${(index % 9) + 1} + ${(index % 7) + 2} =`}</p>
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<Page />)
