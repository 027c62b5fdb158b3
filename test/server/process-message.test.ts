import { expect, test } from 'vitest'
import {
  messagesText,
  readMessages,
  type ProcessMessage,
} from '../../server/battle/shared/process-message.ts'

const player = { playerId: 'ada', battleId: 'battle-1' }

const ONE_OF_EACH = [
  { type: 'battle_began', ...player },
  { type: 'battle_over', playerId: 'ada' },
  { type: 'not_playing_here', playerId: 'ada' },
  { type: 'problem_shown', playerId: 'ada' },
  { type: 'packet', playerId: 'ada', packet: '2["battle-error",{"message":"Sorry, not now."}]' },
  { type: 'refused', playerId: 'ada', code: 'busy' },
  { type: 'resume', playerId: 'ada', silentForMs: 12.5 },
  { type: 'ready', ...player },
  { type: 'answer', ...player, problemIndex: 0, answer: -3, responseTime: 800 },
  { type: 'timeout', ...player, problemsAnswered: 7 },
  { type: 'dropped', playerId: 'ada', silentForMs: 0 },
  { type: 'silent', playerId: 'ada', silentForMs: 3000 },
  { type: 'left', ...player },
  { type: 'leave_noted', ...player },
  { type: 'places_changed', queue: 'junior/mixed' },
  { type: 'who_waits', queue: 'junior/mixed', newest: 'ada' },
  { type: 'still_waits', queue: 'junior/mixed', playerId: 'ada' },
  { type: 'process_ended', process: 'p2', silentForMs: 4000 },
  { type: 'back', awayForMs: 9000 },
  { type: 'take_over', atMs: 1_700_000_000_000 },
  { type: 'matched', battleId: 'battle-1', header: '{"seed":1,"plan":{"a b":2}}' },
  { type: 'page_taken_over', playerId: 'ada', sinceMs: 1_700_000_000_000 },
  { type: 'player_deleted', playerId: 'ada' },
] as const satisfies readonly ProcessMessage[]

// Fails to compile where a type of message is missing above.
const everyType: (typeof ONE_OF_EACH)[number]['type'] = 'packet' as ProcessMessage['type']

test('[ARE-1] a process reads every message as another one wrote it', () => {
  expect(everyType).toBe('packet')
  expect(readMessages(messagesText('p1', ONE_OF_EACH))).toEqual({ from: 'p1', messages: ONE_OF_EACH })
})

test('[ARE-1] skips a message of a later version, and reads the others of its text', () => {
  expect(readMessages('p1\n? new\nE ada').messages).toEqual([{ type: 'battle_over', playerId: 'ada' }])
})
