import type { ColumnTypes } from '../migration.ts'

/** Finished battles, who played in them, and the totals from which battle boards are read. */
export const battleTables = ({ integer, sortedText, byKey }: ColumnTypes): string[] => [
  `create table battle (
    battle_id ${sortedText} primary key, division text not null, preference text not null,
    started_at_ms ${integer} not null, ended_at_ms ${integer} not null, practice_day text not null,
    players ${integer} not null
  )${byKey}`,
  `create index battle_day on battle (practice_day)`,
  `create table battle_player (
    battle_id ${sortedText} not null references battle (battle_id), place ${integer} not null,
    guest_id ${integer} references guest (id), bot_id text, division text not null,
    ended_at_ms ${integer} not null, score ${integer} not null, problems_answered ${integer} not null,
    response_time_ms ${integer} not null, player_rank ${integer} not null,
    is_winner ${integer} not null, has_left ${integer} not null,
    set_aside ${integer} not null default 0,
    primary key (battle_id, place)
  )${byKey}`,
  `create index battle_player_guest on battle_player (guest_id, ended_at_ms, battle_id)`,
  `create table battle_total (
    guest_id ${integer} not null references guest (id), scope text not null,
    battles ${integer} not null, wins ${integer} not null, current_streak ${integer} not null,
    best_streak ${integer} not null, top_score ${integer} not null, reached_at_ms ${integer} not null,
    last_ended_at_ms ${integer} not null, last_battle_id text not null,
    primary key (guest_id, scope)
  )${byKey}`,
  `create index battle_total_rank on battle_total (scope, wins desc, current_streak desc, top_score desc, reached_at_ms, guest_id)`,
]
