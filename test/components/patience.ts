import { configure } from '@testing-library/react'

// No measure of speed: only what hangs is to take so long.
configure({ asyncUtilTimeout: 60_000 })
