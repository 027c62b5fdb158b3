import { createRoot } from 'react-dom/client'
import { preparePage, Routes } from './routes.tsx'
import './styles.css'

/** If a screen's code takes longer, the frame is shown without it. */
const MAX_BLANK_MS = 1000

const root = document.getElementById('root')
if (root) {
  // Wait for the screen's code, which the HTML preloads, so that the first render is complete.
  const soon = new Promise((resolve) => setTimeout(resolve, MAX_BLANK_MS))
  await Promise.race([preparePage(location.pathname), soon])
  createRoot(root).render(<Routes />)
}
