import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Block, parseArticle, type Run } from '../../../shared/rules/article.ts'
import { slugOf } from '../../../shared/rules/slug.ts'
import { LoadError } from '../../ui/messages/LoadError.tsx'
import { wordsQuery } from '../site/words-query.ts'
import { ArticlePage, Waiting } from './ArticlePage.tsx'
import { Marks, Runs } from './Marks.tsx'

type Text = {
  /** The first paragraph. */
  lead: Run[]
  /** The part before the first heading. */
  opening: Block[]
  sections: { heading: Run[]; id: string; blocks: Block[] }[]
}

/** A text as a page: its first paragraph, and a section for each heading. */
function readText(text: string): Text {
  const [first, ...rest] = parseArticle(text)
  const isLead = first?.kind === 'paragraph'
  const read: Text = { lead: isLead ? first.runs : [], opening: [], sections: [] }
  for (const block of isLead || !first ? rest : [first, ...rest]) {
    const section = read.sections.at(-1)
    if (block.kind === 'heading') {
      const id = slugOf(block.runs.map(run => run.text).join(''))
      read.sections.push({ heading: block.runs, id, blocks: [] })
    } else (section?.blocks ?? read.opening).push(block)
  }
  return read
}

/** A page of one of the site's own texts. */
export function TextPage({
  title,
  name,
  opening = blocks => blocks.length > 0 && <Section blocks={blocks} />,
  ending,
}: {
  title: string
  name: 'about' | 'terms' | 'compete'
  /** How the blocks before the first heading are shown. */
  opening?: (blocks: Block[]) => ReactNode
  ending?: ReactNode
}) {
  const { data, error, isError, refetch } = useQuery(wordsQuery(namesOn[name]))
  const text = data?.[name]
  if (text === undefined)
    return (
      <ArticlePage title={title}>
        {isError ? <LoadError what="The text" error={error} onRetry={refetch} /> : <Waiting />}
      </ArticlePage>
    )
  const read = readText(text)
  return (
    <ArticlePage title={title} lead={<Runs runs={read.lead} />}>
      {opening(read.opening)}
      {read.sections.map(({ heading, id, blocks }) => (
        <Section key={id} id={id} heading={<Runs runs={heading} />} blocks={blocks} />
      ))}
      {name === 'terms' && data?.privacy !== undefined && (
        <Section id="privacy" heading="Privacy Policy" blocks={parseArticle(data.privacy)} />
      )}
      {ending}
    </ArticlePage>
  )
}

/** The texts that each page requests; the server embeds them (server/features/pages/first-screen.ts). */
const namesOn = { about: 'about', terms: 'terms,privacy', compete: 'compete' } as const

function Section({ id, heading, blocks }: { id?: string; heading?: ReactNode; blocks: Block[] }) {
  return (
    <section id={id}>
      {heading && <h2>{heading}</h2>}
      <Marks blocks={blocks} heading="h3" />
    </section>
  )
}
