import { makeColorIndex } from '../server/db/color-index.ts'
import { connect } from '../server/db/connect.ts'
import { writeNotices } from '../server/features/notices/write-notices.ts'

// Writes the letters that are due in the database at the given address, as the program's job does: `node
// bench/digest-writer.ts URL AHEAD_MS`. Another process measures it, and kills it half-way.

const [url, aheadMs] = process.argv.slice(2)
const { db, close } = connect(url!, { max: 1, statementTimeout: 0 })
await writeNotices({
  db,
  now: () => new Date(Date.now() + Number(aheadMs)),
  publicUrl: 'http://localhost:3000',
  secret: 'of the benchmark',
  colors: makeColorIndex(),
})
await close()
