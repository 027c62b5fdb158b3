import {
  DataSet,
  englishDataset,
  englishRecommendedTransformers,
  parseRawPattern,
  RegExpMatcher,
  type MatchPayload,
} from 'obscenity'
import type { ProfileChange } from '../../domain/guest-record.ts'
import { canonicalState } from '../../domain/location.ts'
import { Refusal } from '../operations/errors.ts'
import { looksLikeContact } from './contact-data.ts'
import type { ProfileInput, ReadProfile } from './port.ts'

/** Words that a school board has no place for and that the profanity list leaves out. */
const ALSO_REFUSED = [
  'hitler',
  'nazi',
  'penis',
  'suicide',
  '|kill',
  'murder',
  // With repeated letters made one, as the matcher reads.
  'terorist',
  '|poop',
  '|sex|',
  '|kys|',
  'ihate',
  'idiot',
  '|loser',
  '|stupid',
  '|ugly|',
  'phuck',
  '|wtf',
  '|stfu|',
  '|heil|',
  '|gaylord',
  'cocaine',
  '|heroin|',
  '|weed|',
  '|vape',
  'vodka',
  'whiskey',
]
/** The list above is matched with repeated letters made one, so that this stands by itself. */
const THREE_K = /k[ _-]*k[ _-]*k/i
/** The profanity list lets this pass behind some letters, for the sake of words that no name needs. */
const WHATEVER_IS_BEFORE = /shit(?!ak)/i
/** Words that are part of real places (Kill Devil Hills). */
const FINE_IN_A_PLACE = ['kill']
/** The longest names of towns have six words; more is somebody talking. */
const MOST_WORDS_OF_A_PLACE = 7
/** Words with which people talk to one another; alone they may be a code: ME is Maine, IS is Iceland. */
const TALK = /(?:^|\s)(?:i|i'm|me|my|we|you|your|meet|call|text|am|is|are|was)(?:\s|$)/i
/** A house in a street, by its number before or after it. */
const HOUSE =
  /\d.*\s(?:street|st|road|rd|avenue|ave|lane|drive|court|boulevard|blvd|way)\b|\b(?:street|strasse|straße|rue|calle) .*\d/i
/** Words that count inside of longer ones too; others, such as the first half of Dickinson, only as whole words. */
const NEVER_IN_A_PLACE = ['fuck', 'shit', 'nigger', 'cunt', 'bitch', 'faggot', 'whore', 'porn', 'hitler']
/** Words that begin like those, or are taken for others, and are places: Fukuoka, Shitara, Cocke County. */
const REAL_PLACE =
  /^(?:fuku(?:chi|domi|i$|oka|ro|saki|shima|tsu|yama)|fuka(?:gawa|ng|ura|ya)|shita(?:ma|ra|ya)|pornic|(?:bitche|cocke|cuntis)$)/i

const words = new DataSet<{ originalWord: string }>().addAll(englishDataset)
for (const word of ALSO_REFUSED) {
  const meaning = { originalWord: word.replaceAll('|', '') }
  words.addPhrase((phrase) => phrase.setMetadata(meaning).addPattern(parseRawPattern(word)))
}
const matcher = new RegExpMatcher({ ...words.build(), ...englishRecommendedTransformers })

/** Where two words meet by chance in what is left when separators go ('Bass Hit'), only these count. */
const NEVER_IN_A_NAME = [
  ...NEVER_IN_A_PLACE,
  'dick',
  'penis',
  'nazi',
  'asshole',
  'bastard',
  'slut',
  'rape',
  'ihate',
]

function meaningOf(match: MatchPayload): string {
  return words.getPayloadWithPhraseMetadata(match).phraseMetadata?.originalWord ?? ''
}

/** Whether a name is profane as it stands, or when what separates its letters is left out. */
function isProfane(name: string): boolean {
  if (matcher.hasMatch(name) || THREE_K.test(name) || WHATEVER_IS_BEFORE.test(name)) return true
  const parts = name.split(/[ _-]+/)
  if (parts.length === 1) return false
  const joined = parts.join('')
  // Spelled out: every part is a letter or two, such as f_u_c_k.
  if (parts.every((part) => part.length <= 2)) return matcher.hasMatch(joined)
  return matcher.getAllMatches(joined).some((match) => NEVER_IN_A_NAME.includes(meaningOf(match)))
}

/** Whether a place is profane; many innocent towns have a profane word inside their names. */
function isProfanePlace(place: string): boolean {
  return matcher.getAllMatches(place).some((match) => {
    const word = meaningOf(match)
    const isInsideAWord = /\p{L}$/u.test(place.slice(0, match.startIndex))
    const [fromItOn = ''] = /^\p{L}*/u.exec(place.slice(match.startIndex)) ?? []
    if (!isInsideAWord && REAL_PLACE.test(fromItOn)) return false
    if (NEVER_IN_A_PLACE.includes(word)) return true
    if (FINE_IN_A_PLACE.includes(word)) return false
    return !isInsideAWord && !/^\p{L}/u.test(place.slice(match.endIndex + 1))
  })
}

/** Why a nickname cannot be shown to children, as what it must not be; null when it can (decisions §3). */
export function nicknameFault(nickname: string): string | null {
  if (!/[A-Za-z0-9]/.test(nickname)) return 'must have a letter or a digit'
  if (isProfane(nickname)) return 'must be a kind word'
  if (looksLikeContact(nickname)) return 'must not look like a number, an address or a handle'
  return null
}

/** The same for the name of a place; the states of the US are fit by name and by code, however they are written. */
export function placeFault(place: string): string | null {
  if (canonicalState(null, place) !== '') return null
  if (isProfanePlace(place) || THREE_K.test(place)) return 'must be the name of a place'
  const spokenWords = place.trim().split(/\s+/).length
  if (spokenWords > MOST_WORDS_OF_A_PLACE) return 'must be the name of a place, not a sentence'
  if (spokenWords > 1 && TALK.test(place)) return 'must be the name of a place, not a sentence'
  if (HOUSE.test(place)) return 'must be the name of a town, not an address'
  if (looksLikeContact(place)) return 'must not look like a number, an address or a handle'
  return null
}

/** A nickname as it is stored. Throws a 400 Refusal for one that nobody may have. */
export function readNickname(nickname: string): string {
  const fault = nicknameFault(nickname)
  if (fault !== null) throw new Refusal(400, 'bad_nickname', `nickname ${fault}.`)
  return nickname.trim()
}

/** Throws a 400 Refusal that names the field where a place of a wire body is unfit. */
export function refuseUnfitPlace({ location, country, state }: ProfileInput): void {
  for (const [field, value] of Object.entries({ location, country, state })) {
    const wrong = placeFault(value ?? '')
    if (wrong !== null) throw new Refusal(400, 'bad_location', `${field} ${wrong}.`)
  }
}

/**
 * Reads name and place of a wire body. An unfit place is left out, so that what was played is not lost for its sake.
 * Throws a 400 Refusal for an unfit nickname.
 */
export const readProfile: ReadProfile = ({ nickname, location, country, state }) => {
  const change: { -readonly [Key in keyof ProfileChange]: ProfileChange[Key] } = {}
  if (nickname !== undefined) change.nickname = readNickname(nickname)
  for (const [field, value] of Object.entries({ location, country, state })) {
    if (value === undefined || placeFault(value ?? '') !== null) continue
    change[field as 'location' | 'country' | 'state'] = value ?? ''
  }
  return change
}
