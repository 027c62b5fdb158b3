import { GAME_TEXTS, GAME_TIPS } from '../../domain/games.en.ts'
import { plural } from '../../domain/words.en.ts'

export const gamesMessages = {
  title: 'Games for home',
  lead: 'Twenty games that take five minutes and a few things from around the house, with no screen.',
  tips: GAME_TIPS,
  filter: 'What do you want to play?',
  all: 'All',
  allHint: 'games',
  signs: { addition: '+', subtraction: '−', multiplication: '×', division: '÷' },
  operations: {
    addition: 'Adding',
    subtraction: 'Taking away',
    multiplication: 'Times',
    division: 'Dividing',
  },
  shown: (games: number) => plural(games, { one: '# game', other: '# games' }),
  needs: 'You need:',
  play: 'How to play:',
  easier: 'Easier:',
  harder: 'Harder:',
  games: GAME_TEXTS,
}
