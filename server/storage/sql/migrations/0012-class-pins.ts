import type { Migration } from './migration.ts'

/** In the order in which domain/badge.ts had them. */
const COLORS = ['red', 'orange', 'green', 'blue', 'purple', 'pink', 'brown']

/** As domain/nickname.ts had them. */
const ANIMALS = (
  'Fox Owl Panda Koala Otter Rabbit Tiger Lion Bear Wolf Deer Moose Elephant Giraffe Zebra Rhino Sloth Raccoon ' +
  'Badger Hedgehog Squirrel Mouse Cat Dog Horse Pony Sheep Goat Duck Goose Penguin Parrot Eagle Robin Turtle Frog ' +
  'Gecko Dolphin Seal Shark Octopus Crab Bee'
).split(' ')

const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The last word of a nickname: `Fox` of `SwiftFox42`. */
const ANIMAL = `ltrim(ltrim(rtrim(nickname, '0123456789'), '${CAPITALS}'), '${CAPITALS.toLowerCase()}')`

/** Children of one class who share an animal, counted in an order of their own. */
const COUNTED = `select user_id, class_id, ${ANIMAL} as animal,
  row_number() over (partition by class_id, ${ANIMAL} order by created_at_ms, user_id) - 1 as place
  from student`

const colorAt = (number: string): string =>
  `case (${number}) % ${COLORS.length} ${COLORS.map((color, at) => `when ${at} then '${color}'`).join(' ')} end`

/**
 * Which kind of PIN the children of a class or family get, by what most of them have, and a color for each child, so that no
 * two of a class share animal and color. Where more of a class share an animal than there are colors, those beyond get an
 * animal that nobody in the class has: a nickname of the same adjective and number.
 */
export const classPins: Migration = {
  id: 12,
  name: 'class-pins',
  statements: () => [
    `alter table school_class add column pin_kind text not null default 'digits'`,
    `update school_class set pin_kind = 'pictures' where
      (select count(*) from student where class_id = school_class.id and pin_kind = 'pictures') * 2 >
      (select count(*) from student where class_id = school_class.id)`,
    `alter table student add column color text not null default 'red'`,
    `with spare as (
        select class.id as class_id, known.animal,
          row_number() over (partition by class.id order by known.animal) as place
        from school_class as class cross join (${ANIMALS.map((animal) => `select '${animal}' as animal`).join(' union all ')}) as known
        where not exists (
          select 1 from student where class_id = class.id and ${ANIMAL} = known.animal
        )
      ),
      late as (
        select user_id, class_id, animal, row_number() over (partition by class_id order by user_id) as place
        from (${COUNTED}) as counted where place >= ${COLORS.length} and animal <> ''
      ),
      swapped as (
        select late.user_id, late.animal as old, spare.animal as new from late
        join spare on spare.class_id = late.class_id and spare.place = late.place
      )
      update student set nickname = (
        select replace(student.nickname, swapped.old, swapped.new) from swapped
        where swapped.user_id = student.user_id
      )
      where user_id in (select user_id from swapped)`,
    `with counted as (${COUNTED})
      update student set color = (
        select ${colorAt('place')} from counted where counted.user_id = student.user_id
      )`,
  ],
}
