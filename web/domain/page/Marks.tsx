import { Link } from 'react-router'
import type { Block, Run } from '../../../shared/rules/article.ts'

/** Plain text with marks, as `parseArticle` reads it: paragraphs, lists, quotations and headings. */
export function Marks({ blocks, heading: Heading = 'h2' }: { blocks: Block[]; heading?: 'h2' | 'h3' }) {
  return blocks.map((block, i) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
    if (block.kind === 'list') return <List key={i} items={block.items} />
    const text = <Runs runs={block.runs} />
    // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
    if (block.kind === 'heading') return <Heading key={i}>{text}</Heading>
    // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
    if (block.kind === 'quote') return <blockquote key={i}>{text}</blockquote>
    // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
    return <p key={i}>{text}</p>
  })
}

const List = ({ items }: { items: Run[][] }) => (
  <ul>
    {items.map((item, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
      <li key={i}>
        <Runs runs={item} />
      </li>
    ))}
  </ul>
)

/** The parts of a line: emphasised, linked or plain. */
export const Runs = ({ runs }: { runs: Run[] }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
  runs.map((run, i) => <Piece key={i} run={run} />)

function Piece({ run: { text, strong, to } }: { run: Run }) {
  const inside = strong ? <strong>{text}</strong> : text
  if (!to) return inside
  if (to.startsWith('/')) return <Link to={to}>{inside}</Link>
  return (
    <a href={to} rel="noopener">
      {inside}
    </a>
  )
}
