/** Longest a place name may be; the longest real ones are under 90 characters. */
export const MAX_PLACE_LENGTH = 100
/** Most problems a practice session can have (specification §9). */
export const MAX_SESSION_PROBLEMS = 50
/** Most points a problem can give (specification §9: attempt 1 gives 5). */
export const MAX_PROBLEM_POINTS = 5
/** Longest stretch one time report may claim, in seconds: an hour. Reports are made every 15 s. */
export const MAX_REPORT_SECONDS = 3600
/** How long ago a kept write may have happened, in seconds: seven days, after which guest data is gone. */
export const MAX_SECONDS_AGO = 7 * 24 * 3600
/**
 * What a place name is written with: letters of any script with at most two marks each (more of them paint over other
 * lines), digits ('29 Palms'), spaces and the signs place names have. Fillers, letters that show nothing, are none.
 */
export const PLACE_PATTERN = /^(?:(?![\u115f\u1160\u3164\uffa0])\p{L}\p{M}{0,2}|[0-9 .,'’()/-])*$/u
