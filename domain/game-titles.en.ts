import type { GameId } from './games.ts'

/** The names of the games. In a file of their own, because a class's dashboard needs nothing else of them. */
export const GAME_TITLES: Readonly<Record<GameId, string>> = {
  'stairs-ahead': 'Stairs ahead',
  'two-hands': 'Two hands alike',
  'almost-twins': 'Almost twins',
  'friends-of-ten': 'Friends of ten',
  'fill-the-ten': 'Fill the ten',
  'nearly-ten': 'Nine is nearly ten',
  'together-to-twenty': 'Together to twenty',
  'under-the-cup': 'Under the cup',
  'what-is-missing': 'What is missing?',
  'step-to-step': 'From step to step',
  'half-for-you': 'Half for you, half for me',
  'pairs-of-socks': 'Pairs of socks',
  'long-hand': 'The long hand',
  'toes-in-the-room': 'Toes in the room',
  wheels: 'Wheels on the road',
  'square-floor': 'Square floor',
  'fingers-for-nine': 'Ten fingers for nine',
  'cut-the-bar': 'Cut the bar',
  'secret-card': 'The secret card',
  'three-numbers': 'Three numbers, four stories',
}
