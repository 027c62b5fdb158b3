/** Rows of a board that may be asked for (decisions §6). */
export const MAX_BOARD_ROWS = 50
/** Rows of the individual board when nobody says how many. */
export const USUAL_PLAYERS = 25
/** Rows of the board of states over all leagues when nobody says how many. */
export const USUAL_STATES = 10
/** A league's board of states ends here: the 50 states, the district, and the best regions of other countries. */
export const MAX_STATES = 100
