/** A piece of text: `strong` if it is emphasised, `to` if it is a link. */
export type Run = { text: string; strong: boolean; to?: string }
export type Block =
  | { kind: 'heading' | 'quote' | 'paragraph'; runs: Run[] }
  | { kind: 'list'; items: Run[][] }

/**
 * A post's body, which is plain text, as blocks: they stand apart by empty lines; `## ` begins a heading, `> ` a
 * quotation, `- ` an item of a list; `**` encloses what is stressed; `[words](address)` leads
 * to a page of ours, a section of the page, or an http(s) address.
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
  if (parts.length % 2 === 0) return parseLinks(line, false)
  return parts.flatMap((text, i) => parseLinks(text, i % 2 === 1)).filter(run => run.text)
}

/** An address of another kind, such as `javascript:`, is no link: it stays as it was typed. */
const link = /\[([^[\]]+)\]\(((?:https?:\/\/|#|\/(?![/\\]))[^\s()]*|\/)\)/g

function parseLinks(text: string, strong: boolean): Run[] {
  const runs: Run[] = []
  let end = 0
  for (const { 0: whole, 1: words = '', 2: to = '', index } of text.matchAll(link)) {
    runs.push({ text: text.slice(end, index), strong }, { text: words, strong, to })
    end = index + whole.length
  }
  return [...runs, { text: text.slice(end), strong }].filter(run => run.text)
}
