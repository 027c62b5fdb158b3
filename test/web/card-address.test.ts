import { expect, test } from 'vitest'
import { cardAddress } from '../../web/features/classes/card-address.ts'

const isAlone = (publicUrl: string): boolean => cardAddress(publicUrl, 'http://10.0.0.7').isThisDeviceOnly

test('[CLS-4] cards show the address of the settings, or otherwise that of the page', () => {
  expect(cardAddress('https://ten.school.example', 'http://10.0.0.7:3000')).toEqual({
    origin: 'https://ten.school.example',
    host: 'ten.school.example',
    isThisDeviceOnly: false,
  })
  expect(cardAddress(null, 'http://10.0.0.7:3000')).toEqual({
    origin: 'http://10.0.0.7:3000',
    host: '10.0.0.7:3000',
    isThisDeviceOnly: false,
  })
})

test('[CLS-4] detects a loopback name, also in the settings, but not names that only look similar', () => {
  for (const host of ['localhost:3000', 'ten.localhost', '127.0.0.1:3000', '127.8.0.9', '[::1]:3000']) {
    expect(isAlone(`http://${host}`), host).toBe(true)
  }
  for (const host of [
    'localhost.school.example',
    'mylocalhost',
    '127.example.org',
    '192.168.0.4',
    '[fd00::1]',
  ]) {
    expect(isAlone(`http://${host}`), host).toBe(false)
  }
})
