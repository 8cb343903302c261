import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { SiteWordRow } from '../../../../shared/api/desk/site.ts'
import * as api from '../../../../shared/api.ts'
import { formatCount } from '../../../../shared/rules/format.ts'
import { siteLabels } from '../../../../shared/site-labels.ts'
import { fillIn } from '../../../../shared/site-words.ts'
import { CsvLink } from '../../../domain/desk/CsvLink.tsx'
import { Section } from '../../../domain/desk/Section.tsx'
import writing from '../../../domain/desk/Writing.module.css'
import { LoadError } from '../../../ui/messages/LoadError.tsx'
import { asText, beginningOf, descriptions, groups } from './describe.ts'
import { wordListQuery, wordsOf } from './queries.ts'
import { SavedBy } from './SavedBy.tsx'
import styles from './Site.module.css'

type Row = SiteWordRow & { label: string; text: string; beginning: string }

/** Every word of the site in its group, with its beginning and who saved it. */
export function WordList() {
  const { data, error, isError, refetch } = useQuery(wordListQuery)
  const [params, setParams] = useSearchParams()
  const [wanted, setWanted] = useState(params.get('q') ?? '')
  if (isError && !data) return <LoadError what="The site’s words" error={error} onRetry={refetch} />
  const rows = data ? describe(data).filter(row => matches(row, wanted)) : []
  return (
    <>
      <div className={styles.tools}>
        <search>
          <input
            type="search"
            aria-label="Search the site’s words"
            placeholder="Name or text"
            value={wanted}
            maxLength={200}
            onChange={event => {
              setWanted(event.target.value)
              const q = event.target.value.trim()
              setParams(q ? { q } : {}, { replace: true, preventScrollReset: true })
            }}
          />
        </search>
        <span role="status">{data ? formatCount(rows.length, 'text') : 'Loading…'}</span>
        <CsvLink
          className={styles.csv}
          href={`${api.desk.site.find.path}.csv?${new URLSearchParams({ q: wanted.trim() })}`}
        />
      </div>
      {data && rows.length === 0 && <p className={writing.quiet}>Nothing matches.</p>}
      {groups.map(({ title, names }) => {
        const own = names.flatMap(name => rows.find(row => row.name === name) ?? [])
        if (!own.length) return null
        return (
          <Section key={title} title={title}>
            <ul className={styles.words}>
              {own.map(row => (
                <Word key={row.name} row={row} />
              ))}
            </ul>
          </Section>
        )
      })}
    </>
  )
}

function Word({ row }: { row: Row }) {
  const { name, label, beginning } = row
  return (
    <li>
      <Link to={`/admin/site/${name}`} className={styles.word}>
        {label}
      </Link>
      <span className={styles.begin} data-empty={!beginning || undefined}>
        {beginning || 'None'}
      </span>
      <span className={writing.quiet}>
        <SavedBy word={row} />
      </span>
    </li>
  )
}

/** The rows with their values in words. */
function describe(rows: SiteWordRow[]): Row[] {
  const words = fillIn(wordsOf(rows))
  return rows.map(row => {
    const value = row.name === 'wordmark' && words.wordmark ? 'A drawing of your own' : words[row.name]
    return {
      ...row,
      label: siteLabels[row.name],
      text: asText(value),
      beginning: beginningOf(value),
    }
  })
}

function matches({ name, label, text }: Row, wanted: string) {
  const where = `${name} ${label} ${descriptions[name].hint} ${text}`.toLowerCase()
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .every(word => where.includes(word))
}
