import type { Migration } from './migration.ts'

/** The vocabulary and the countries as they were then: a released step does not change with the lists. */
const words = (text: string): readonly string[] => text.trim().split(' ')
const ADJECTIVES = words(
  'Amazing Brave Bright Calm Careful Cheerful Clever Cosmic Curious Daring Eager Epic Fair Friendly ' +
    'Gentle Gifted Glad Golden Graceful Happy Helpful Honest Jolly Keen Kind Lively Lucky Merry Mighty ' +
    'Nimble Noble Patient Polite Proud Quick Quiet Ready Royal Shiny Silver Smart Speedy Steady Stellar ' +
    'Strong Sunny Super Swift Thankful Tidy Warm Wise Witty Zippy ',
)
const ANIMALS = words(
  'Fox Owl Panda Koala Otter Rabbit Tiger Lion Bear Wolf Deer Moose Elephant Giraffe Zebra Rhino Sloth ' +
    'Raccoon Badger Hedgehog Squirrel Mouse Cat Dog Horse Pony Sheep Goat Duck Goose Penguin Parrot Eagle ' +
    'Robin Turtle Frog Gecko Dolphin Seal Shark Octopus Crab Bee ',
)
const COUNTRIES = words(
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT ' +
    'BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ' +
    'ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT ' +
    'HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS ' +
    'LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI ' +
    'NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG ' +
    'SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG ' +
    'UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW ',
)
const NUMBERS = Array.from({ length: 99 }, (_, at) => at + 1).filter((number) => ![69, 88].includes(number))

const quoted = (texts: readonly (string | number)[]): string => texts.map((text) => `'${text}'`).join(', ')

/** The words as rows of a query, numbered from 0. */
const numbered = (list: readonly string[]): string =>
  list.map((word, at) => `select ${at} as number, '${word}' as word`).join(' union all ')

const NAMES = ADJECTIVES.length * ANIMALS.length
/** A generated name is one of the pairs and a number; names up to 68 avoid both of those that are left out. */
const PAIR = `rtrim(nickname, '0123456789')`
const NUMBER = `substr(nickname, length(${PAIR}) + 1)`

/**
 * Only generated names and places from the lists are shown (ADR 0035). Another name is replaced by one that follows from the
 * number of the row; no stored city is known to be from a lookup, so all are cleared. The regions, and with them the sums of the boards, stay.
 * The record of removals has no content of what was removed.
 */
export const generatedContent: Migration = {
  id: 13,
  name: 'generated-content',
  statements: ({ integer, rowId }) => [
    `create table generated_pair (number ${integer} primary key, pair text not null unique)`,
    `insert into generated_pair (number, pair)
      select adjective.number * ${ANIMALS.length} + animal.number, adjective.word || animal.word
      from (${numbered(ADJECTIVES)}) as adjective cross join (${numbered(ANIMALS)}) as animal`,
    `update guest set nickname =
        (select pair from generated_pair where number = guest.id % ${NAMES}) || (1 + guest.id / ${NAMES} % 68)
      where merged_at_ms is null and nickname <> 'Player' and not (
        ${PAIR} in (select pair from generated_pair) and ${NUMBER} in (${quoted(NUMBERS)})
      )`,
    `drop table generated_pair`,
    `update guest set location = '' where location <> ''`,
    `update guest set country = '' where country not in (${quoted(['', ...COUNTRIES])})`,
    `create table removal (
      id ${rowId},
      at_ms ${integer} not null,
      operator text not null,
      criteria text not null,
      guests ${integer} not null,
      sessions ${integer} not null,
      battles ${integer} not null
    )`,
  ],
}
