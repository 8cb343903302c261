import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { isAllowedAddress, postTo, requireAllowed } from './webhook-sender.ts'

const outside = { allowsLoopback: false }

test.each([
  '127.0.0.1',
  '127.8.9.1',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '192.0.0.1',
  '198.18.0.1',
  '240.0.0.1',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:7f00:1',
  '::127.0.0.1',
  '::a00:1',
  'fe80::1',
  'fc00::1',
  'fd12::1',
  'ff02::1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::a00:1',
  '2002:7f00:1::',
  '2001:0:7f00:1::',
  '2001:db8::1',
  'fec0::1',
  'localhost',
  '',
])('a webhook never connects to %j', address => {
  expect(isAllowedAddress(address, outside)).toBe(false)
})

test.each(['93.184.216.34', '8.8.8.8', '2606:2800:220:1:248:1893:25c8:1946'])(
  'a webhook may connect to %s',
  address => {
    expect(isAllowedAddress(address, outside)).toBe(true)
  },
)

test.each([
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://127.1/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://localhost/',

  'https://[fe80::1]/',
  'https://169.254.169.254/latest/meta-data/',
])('%s is refused at saving, in every spelling', async url => {
  await expect(requireAllowed(new URL(url), outside)).rejects.toThrow(
    'That address isn’t on the public internet.',
  )
})

/** A name server that answers as one of an attacker does. */
const resolvesTo =
  (...addresses: string[]): Parameters<typeof requireAllowed>[1]['lookup'] =>
  (_name, _options, callback) =>
    callback(
      null,
      addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 })),
    )

test('a name that resolves to this machine is refused, also beside a public address, and also when it changes after saving', async () => {
  let received = 0
  const server = createServer((_request, response) => {
    received++
    response.end()
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const url = new URL(`http://rebind.example:${(server.address() as AddressInfo).port}/`)
  const message = { headers: {}, body: '{}' }
  try {
    for (const addresses of [
      ['127.0.0.1'],
      ['93.184.216.34', '127.0.0.1'],
      ['::ffff:127.0.0.1'],
      ['10.0.0.1'],
      [],
    ])
      await expect(requireAllowed(url, { ...outside, lookup: resolvesTo(...addresses) })).rejects.toThrow()
    await requireAllowed(url, { ...outside, lookup: resolvesTo('93.184.216.34') })
    expect(await postTo(url, message, { ...outside, lookup: resolvesTo('127.0.0.1') })).toEqual({
      status: null,
      problem: 'That address isn’t on the public internet.',
    })
    expect(received).toBe(0)
    // The server is there: where loopback is allowed, it is reached.
    const sent = await postTo(url, message, { allowsLoopback: true, lookup: resolvesTo('127.0.0.1') })
    expect([sent, received]).toEqual([{ status: 200, problem: '' }, 1])
  } finally {
    server.close()
  }
})
