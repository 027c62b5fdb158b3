import { GAME_TEXTS } from '../../domain/games.en.ts'
import { plural } from '../../domain/words.en.ts'

export const gamesMessages = {
  title: 'Games for home',
  lead: 'Twenty games that take five minutes and a few things from around the house, with no screen.',
  tips: 'Five minutes is plenty. No clock. Ask “How did you figure it out?” before you say whether it’s right. If it’s wrong, show it with small things and look together. Stop while it’s fun.',
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
