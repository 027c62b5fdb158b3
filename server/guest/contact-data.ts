/** Seven digits is the shortest number that can be called; letters that look like digits count among digits. */
const FEWEST_PHONE_DIGITS = 7
const DIGIT_NAMES = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const DIGIT_NAME = new RegExp(DIGIT_NAMES.join('|'), 'g')

/** Services where a handle is enough to find somebody, as words of their own. */
const SERVICE =
  /(?:^|[ ._-])(?:www|https?|e-?mail|gmail|hotmail|outlook|icloud|yahoo|instagram|insta|snapchat|snap|tiktok|whatsapp|telegram|discord|facebook|youtube|twitter|kik|roblox)(?:[ ._-]|\d|$)/
/** The same inside other letters, where no innocent word holds them, and what asks to be contacted. */
const INSIDE =
  /https?|www\d?[ ._-]|^www.{2,}(?:com|net|org)$|gmail|hotmail|snapchat|instagram|tiktok|whatsapp|discord|(?:call|text|phone|dm|add|follow|message)[ _-]?me(?:[ _-]|\d|$)/
/** The end of a host name, its dot written, spelled or left out. */
const HOST_END =
  /(?:[ _-](?:com|net|org|edu|gov)|(?:dot[ _-]?|\.)(?:com|net|org|edu|gov|info|biz|io|co|uk|gg|app|dev|xyz))$/
const AT_AND_DOT = /(?:^|[ _-])at[ _-].*(?:^|[ _-])dot(?:[ _-]|$)/

/** Whether a text holds enough digits in a row, whatever separates them, to be a number to call. */
function looksLikePhone(lower: string): boolean {
  const digitsOnly = lower.replace(DIGIT_NAME, (name) => String(DIGIT_NAMES.indexOf(name)))
  const runs = digitsOnly.match(/[0-9oil][0-9oil ._()/-]*/g) ?? []
  return runs.some((run) => {
    const signs = run.replace(/[^0-9oil]/g, '').length
    const digits = run.replace(/\D/g, '').length
    return signs >= FEWEST_PHONE_DIGITS && digits >= FEWEST_PHONE_DIGITS - 2
  })
}

/** Whether a text could be a way to reach somebody: a number, a mail or web address, a handle (decisions §3). */
export function looksLikeContact(text: string): boolean {
  const lower = text.toLowerCase()
  return (
    looksLikePhone(lower) || [SERVICE, INSIDE, HOST_END, AT_AND_DOT].some((pattern) => pattern.test(lower))
  )
}
