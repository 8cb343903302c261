import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { cpuOf, cpuOfFamily } from './cpu.ts'

const burn = (ms: number) => `const used = () => process.cpuUsage().user + process.cpuUsage().system
while (used() < ${ms * 1000});`

test.runIf(process.platform === 'linux')(
  'a process has its own CPU time, a family also that of its children, even after they have ended',
  async () => {
    // One child ends, one stays; the parent itself does little.
    const parent = spawn(process.execPath, [
      '-e',
      `const { spawn, spawnSync } = require('node:child_process')
      spawnSync(process.execPath, ['-e', ${JSON.stringify(burn(300))}])
      const child = spawn(process.execPath, ['-e', ${JSON.stringify(`${burn(300)} console.log('burnt'); setInterval(() => {}, 1000)`)}])
      child.stdout.on('data', () => console.log('burnt'))
      process.stdin.on('end', () => { child.kill(); process.exit() }).resume()`,
    ])
    try {
      await once(parent.stdout, 'data')
      const [own, family] = [cpuOf(parent.pid!), cpuOfFamily(parent.pid!)]
      expect(own).toBeGreaterThan(0)
      // Twice 300 ms and two starts, counted in ticks of 10 ms; one child's time would stay below.
      expect(family - own).toBeGreaterThan(550_000)
    } finally {
      parent.stdin.end()
      await once(parent, 'exit')
    }
    expect(cpuOf(parent.pid!)).toBeNaN()
  },
)
