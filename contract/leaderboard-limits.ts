/** Rows of a board that may be asked for (decisions §6). */
export const MAX_BOARD_ROWS = 50
/** Rows of the individual board when nobody says how many. */
export const USUAL_PLAYERS = 25
/** Rows of the board of states over all leagues when nobody says how many. */
export const USUAL_STATES = 10
/** A league's board of states has room for all of them: 50 and the district. */
export const MAX_STATES = 51
