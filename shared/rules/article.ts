/** A piece of text, `strong` where it is stressed. */
export type Run = { text: string; strong: boolean }
export type Block =
  | { kind: 'heading' | 'quote' | 'paragraph'; runs: Run[] }
  | { kind: 'list'; items: Run[][] }

/**
 * A post's body, which is plain text, as blocks: they stand apart by empty lines; `## ` begins a heading, `> ` a
 * quotation, `- ` an item of a list; `**` encloses what is stressed.
 */
export function parseArticle(body: string): Block[] {
  return body
    .trim()
    .split(/\n{2,}/)
    .filter(Boolean)
    .map(block => {
      if (block.startsWith('- '))
        return { kind: 'list', items: block.split(/\n/).map(line => parseRuns(line.replace(/^- /, ''))) }
      if (block.startsWith('## ')) return { kind: 'heading', runs: parseRuns(block.slice(3)) }
      if (block.startsWith('> ')) return { kind: 'quote', runs: parseRuns(block.slice(2)) }
      return { kind: 'paragraph', runs: parseRuns(block) }
    })
}

function parseRuns(line: string): Run[] {
  const parts = line.split('**')
  // A pair that is never closed stays two asterisks.
  if (parts.length % 2 === 0) return [{ text: line, strong: false }]
  return parts.map((text, i) => ({ text, strong: i % 2 === 1 })).filter(run => run.text)
}
