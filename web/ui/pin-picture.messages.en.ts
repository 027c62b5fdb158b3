import type { PictureId } from '../../domain/pin.ts'

/** What the pictures of a PIN are called. */
export const pinPictureNames: Readonly<Record<PictureId, string>> = {
  apple: 'Apple',
  ball: 'Ball',
  bird: 'Bird',
  boat: 'Boat',
  car: 'Car',
  cat: 'Cat',
  cloud: 'Cloud',
  fish: 'Fish',
  flower: 'Flower',
  house: 'House',
  key: 'Key',
  leaf: 'Leaf',
  moon: 'Moon',
  star: 'Star',
  sun: 'Sun',
  tree: 'Tree',
}
