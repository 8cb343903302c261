import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from '../server/db/connect.ts'
import { type Gallery, readCases } from './cases.ts'

/** How many variants are run; the one with the median time is shown. */
const ways = { full: 15, quick: 3 }
const longestLine = 150

type Statement = { ms: number; plan: string }

/**
 * Writes the query plans of the cases that have a goal: for each, the plan of its longest statement as executed, with
 * times and buffers (auto_explain, which makes all of them slower).
 */
export async function writePlans(
  url: string,
  gallery: Gallery,
  { quick, say }: { quick: boolean; say: (line: string) => void },
) {
  let statements: Statement[] = []
  const { db, pool, close } = connect(url, { max: 1, statementTimeout: 0 })
  pool.on('connect', client => {
    client.on('notice', ({ message }) => {
      const [, ms, plan] = /^duration: ([\d.]+) ms +plan:\n([\s\S]*)/.exec(message ?? '') ?? []
      if (plan) statements.push({ ms: Number(ms), plan })
    })
    void client.query(`load 'auto_explain';
      set auto_explain.log_min_duration = 0; set auto_explain.log_analyze = on; set auto_explain.log_buffers = on;
      set auto_explain.log_timing = on; set client_min_messages = log`)
  })
  const parts: string[] = []
  try {
    for (const { name, goal, draws } of await readCases({ ...gallery, db })) {
      if (!goal) continue
      const calls: Statement[][] = []
      for (const { queryOnly } of draws.slice(0, quick ? ways.quick : ways.full)) {
        // The first run only warms the cache, because the other measurements are warm, too.
        await queryOnly!()
        statements = []
        await queryOnly!()
        calls.push(statements)
      }
      const middle = calls.sort((a, b) => sum(a) - sum(b))[Math.floor(calls.length / 2)]!
      say(`${name}: ${middle.length} statements, ${sum(middle).toFixed(2)} ms`)
      parts.push(describe(name, middle))
    }
  } finally {
    await close()
  }
  if (quick) return
  const folder = join(import.meta.dirname, 'plans')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${gallery.logos}.md`), pageOf(gallery.logos, parts))
}

const sum = (statements: Statement[]) => statements.reduce((all, { ms }) => all + ms, 0)

function describe(name: string, statements: Statement[]) {
  const longest = statements.reduce((a, b) => (b.ms > a.ms ? b : a))
  const plan = longest.plan
    .replace(/^Query Text: [\s\S]*?\n(?=\S.*\(cost=)/, '')
    .split('\n')
    .map(line => (line.length > longestLine ? `${line.slice(0, longestLine - 1)}…` : line))
    .join('\n')
    .trimEnd()
  const others =
    statements.length > 1
      ? `; all ${statements.length} statements of it ${sum(statements).toFixed(2)} ms`
      : ''
  return `## ${name}\n\n${longest.ms.toFixed(2)} ms${others}.\n\n\`\`\`\n${plan}\n\`\`\`\n`
}

const pageOf = (
  logos: number,
  parts: string[],
) => `# How PostgreSQL answers, with ${logos.toLocaleString('en')} logos

Made by \`npm run bench -- plans\`: for each thing that has a goal, the longest statement of a call in the middle of
${ways.full}, as it was carried out. Being watched costs time: what it takes otherwise is in [RESULTS.md](../RESULTS.md). The
statements themselves are in the \`queries.sql\` of each feature.

${parts.join('\n')}`
