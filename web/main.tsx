import { createRoot } from 'react-dom/client'
import { preparePage, Routes } from './routes.tsx'
import './styles.css'

/** A screen whose code takes longer than this to come is awaited with the frame on view; milliseconds. */
const LONGEST_BLANK_MS = 1000

const root = document.getElementById('root')
if (root) {
  // Drawn once, complete: the page has asked for its screen's code together with ours.
  const soon = new Promise((resolve) => setTimeout(resolve, LONGEST_BLANK_MS))
  await Promise.race([preparePage(location.pathname), soon])
  createRoot(root).render(<Routes />)
}
