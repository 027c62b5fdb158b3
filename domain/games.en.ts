import { GAME_TITLES } from './game-titles.en.ts'
import type { GameId } from './games.ts'

type GameText = {
  readonly title: string
  readonly strategy: string
  readonly needs: string
  readonly play: string
  readonly easier: string
  readonly harder: string
}

/** What holds for every game; shown once beside them. */
export const GAME_TIPS =
  'Five minutes is plenty. No clock. Ask “How did you figure it out?” before you say whether it’s right. If it’s wrong, show it with small things and look together. Stop while it’s fun.'

/** The games in words, for pages, prints and emails. */
export const GAME_TEXTS: Readonly<Record<GameId, GameText>> = {
  'stairs-ahead': {
    title: GAME_TITLES['stairs-ahead'],
    strategy: 'Count on',
    needs: 'Stairs, or 20 squares in a row',
    play: 'Stand on a step and say its number. Somebody calls 1, 2 or 3. Say where you will land. Then climb and check.',
    easier: 'Start at the bottom and call only 1.',
    harder: 'Go down instead.',
  },
  'two-hands': {
    title: GAME_TITLES['two-hands'],
    strategy: 'Doubles',
    needs: 'Two people',
    play: 'One person shows some fingers of one hand. The other person shows the same number. Say how many there are together. Then switch roles.',
    easier: 'Show 1, 2 or 3 fingers.',
    harder: 'Both people use both hands and show 6 to 10.',
  },
  'almost-twins': {
    title: GAME_TITLES['almost-twins'],
    strategy: 'Near doubles',
    needs: 'Dominoes, or number cards',
    play: 'Look for a domino whose two sides differ by 1. Say the double of the smaller side. Add 1. Count the dots to check.',
    easier: 'Use sides from 1 to 4 only.',
    harder: 'Use cards 5 to 10 that differ by 1.',
  },
  'friends-of-ten': {
    title: GAME_TITLES['friends-of-ten'],
    strategy: 'Pairs that make 10',
    needs: 'Two sets of number cards 1 to 9',
    play: 'Lay all the cards face up on the table. Take two cards that make 10 and say them. Keep going until nothing makes 10. The two fives are friends, too.',
    easier: 'Draw two rows of 5 circles and color in the first number.',
    harder: 'Lay the cards face down and remember where they are.',
  },
  'fill-the-ten': {
    title: GAME_TITLES['fill-the-ten'],
    strategy: 'Make 10',
    needs: '20 small things, and a frame of two rows of 5 drawn on paper',
    play: 'Make two piles, such as 8 and 5. Put the larger pile in the frame. Move things over until the frame is full. Say it: 8 and 2 is 10, and 3 more is 13.',
    easier: 'Start with 9 in the first pile.',
    harder: 'Close your eyes and just say it.',
  },
  'nearly-ten': {
    title: GAME_TITLES['nearly-ten'],
    strategy: 'Make 10 with 9',
    needs: 'Number cards 2 to 9',
    play: 'Turn over a card. Add it to 10 first. Take 1 away, because it was only 9. Say the whole problem.',
    easier: 'Lay out 10 things beside the card and take one away.',
    harder: 'Play it with 8 and take 2 away.',
  },
  'together-to-twenty': {
    title: GAME_TITLES['together-to-twenty'],
    strategy: 'Mixed adding',
    needs: 'One die',
    play: 'Start at 0 and play as one team. Take turns rolling and adding. Say the new number each time. Try to land on 20 exactly.',
    easier: 'Play to 10.',
    harder: 'Start at 20, take away, and land on 0.',
  },
  'under-the-cup': {
    title: GAME_TITLES['under-the-cup'],
    strategy: 'The missing part of 10',
    needs: '10 small things and a cup',
    play: 'One person hides some of the 10 things under the cup. The other person looks at the rest. Say how many are hidden. Lift the cup and check.',
    easier: 'Use 5 things.',
    harder: 'Use 12, then 15 things.',
  },
  'what-is-missing': {
    title: GAME_TITLES['what-is-missing'],
    strategy: 'Taking away as a missing part',
    needs: 'Number cards 1 to 10',
    play: 'Turn over two cards. Ask: what do you add to the smaller number to get the larger one? Say the answer. Then say it as taking away.',
    easier: 'Put small things on both cards and compare.',
    harder: 'Add 10 to the larger card.',
  },
  'step-to-step': {
    title: GAME_TITLES['step-to-step'],
    strategy: 'Taking away as a missing part, over 10',
    needs: 'Stairs, or 20 squares in a row',
    play: 'Stand on a step below 10. Somebody names a step above 10. First say how far it is to 10, then how far from there. Climb and count.',
    easier: 'Stand on step 9 or 8.',
    harder: 'Find the answer without climbing.',
  },
  'half-for-you': {
    title: GAME_TITLES['half-for-you'],
    strategy: 'Halves',
    needs: 'Pieces of fruit, or other small things',
    play: 'Count out an even number of pieces. Say how many each person will get. Share them one by one to check. Then eat them or put them back.',
    easier: 'Use 4, 6 or 8 pieces.',
    harder: 'Start with one share and say how many there were.',
  },
  'pairs-of-socks': {
    title: GAME_TITLES['pairs-of-socks'],
    strategy: 'Times 2',
    needs: 'Clean socks',
    play: 'Put the socks in pairs. Count the pairs. Say how many socks that is. Next time count the socks and say how many pairs.',
    easier: 'Count the socks by twos out loud.',
    harder: 'Imagine the socks of the whole family for one week and work it out in parts.',
  },
  'long-hand': {
    title: GAME_TITLES['long-hand'],
    strategy: 'Times 5',
    needs: 'A clock with hands, or a drawn one',
    play: 'Point the long hand at a number. Say how many minutes past the hour it is. Say it as times 5. Then name the minutes and let the other person point.',
    easier: 'Count around the clock by fives.',
    harder: 'Start from 30 minutes and keep going.',
  },
  'toes-in-the-room': {
    title: GAME_TITLES['toes-in-the-room'],
    strategy: 'Times 10',
    needs: 'People, stuffed animals, or drawings',
    play: 'Count the people you can see. Say how many toes they have together. Add people you know and say it again. Then name a number of toes and ask how many people that is.',
    easier: 'Count by tens and touch each person.',
    harder: 'Count only one foot of each person.',
  },
  wheels: {
    title: GAME_TITLES['wheels'],
    strategy: 'Double and double again',
    needs: 'A street, a window or toy cars',
    play: 'Count some cars. Double the number, then double it again. That is the number of wheels. Count to check.',
    easier: 'Do it for 2, 3 or 5 cars.',
    harder: 'Mix cars with things that have 3 wheels.',
  },
  'square-floor': {
    title: GAME_TITLES['square-floor'],
    strategy: 'A number times itself',
    needs: 'Graph paper, or a tiled floor',
    play: 'Draw a square with the same number of rows and columns. Say how many small squares are inside. Write the number in the middle. Keep all your squares in one picture.',
    easier: 'Draw sides of 2, 3, 4 and 5.',
    harder: 'Add one more row and say the new number.',
  },
  'fingers-for-nine': {
    title: GAME_TITLES['fingers-for-nine'],
    strategy: 'Times 9',
    needs: 'Both hands',
    play: 'Hold up ten fingers and number them from your left thumb (palms toward you). Fold down the finger with the number you multiply by 9. Fingers before it are tens, fingers after it are ones. Read the answer.',
    easier: 'Fold fingers 2, 3 and 5 only.',
    harder: 'Put the hands away: take 10 times the number and subtract the number once.',
  },
  'cut-the-bar': {
    title: GAME_TITLES['cut-the-bar'],
    strategy: 'Break a hard one into two easy ones',
    needs: 'Graph paper, pencil, scissors',
    play: 'Draw a bar with 6 rows of 7 squares. Cut it after the fifth row. Say both parts: 5 times 7 and 1 times 7. Put them together again.',
    easier: 'Cut bars that have 3 or 4 rows.',
    harder: 'Find a different cut that is easy for you, too.',
  },
  'secret-card': {
    title: GAME_TITLES['secret-card'],
    strategy: 'Dividing as a missing number',
    needs: 'Number cards 2 to 10',
    play: 'One person looks at a card in secret and multiplies it by a number that both know. That person says the answer. The other person finds the card. Turn it over and check.',
    easier: 'Multiply by 2, 5 or 10.',
    harder: 'Multiply by 6, 7, 8 or 9.',
  },
  'three-numbers': {
    title: GAME_TITLES['three-numbers'],
    strategy: 'Fact families',
    needs: 'Paper and pencil',
    play: 'Write three numbers that belong together, such as 6, 7 and 13. Say the four problems that they make. Make up a small story for one of them. Next time use 6, 7 and 42.',
    easier: 'Show it with small things first.',
    harder:
      'Write two of the numbers and let the other person find the third. There may be more than one answer.',
  },
}
