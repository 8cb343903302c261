import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { formatCount } from '../../shared/rules/format.ts'
import { imageUrl } from '../../shared/rules/image-url.ts'
import { Page } from '../domain/page/Page.tsx'
import { ContactSheetButton } from '../features/collections/ContactSheetButton.tsx'
import { linkedCollectionQuery } from '../features/collections/queries.ts'
import { statusOf } from '../lib/api/query-client.ts'
import { EmptyState } from '../ui/messages/EmptyState.tsx'
import { LoadError } from '../ui/messages/LoadError.tsx'
import styles from './ClientPage.module.css'

/** A collection as a client with the link sees it: its logos with credits and notes. */
export default function ClientPage() {
  const { token = '' } = useParams()
  const { data: collection, error, isError, refetch } = useQuery(linkedCollectionQuery(token))
  if (statusOf(error) === 404)
    return (
      <Page title="Link">
        <EmptyState isPage title="This link doesn’t work anymore">
          It has ended, or the address is incomplete. Ask the person who sent it to you for a new one.
        </EmptyState>
      </Page>
    )
  if (!collection)
    return (
      <Page title="Link">
        {isError ? (
          <LoadError what="The collection" error={error} onRetry={refetch} />
        ) : (
          <p className={styles.head} role="status">
            Loading…
          </p>
        )}
      </Page>
    )
  const notes = new Map(collection.notes?.map(({ logo_id, note }) => [logo_id, note]))
  return (
    <Page title={collection.name}>
      <header className={styles.head}>
        <h1 className={styles.name} tabIndex={-1}>
          {collection.name}
        </h1>
        <p className={styles.line}>
          by {collection.company} · {formatCount(collection.count, 'logo')}
        </p>
        {collection.description && <p className={styles.description}>{collection.description}</p>}
        {collection.count > 0 && (
          <p className={styles.sheet}>
            <ContactSheetButton collection={{ link: token }} />
          </p>
        )}
      </header>
      <ol className={styles.grid}>
        {collection.logos!.map(({ logo_id, logo, image, ground, company, designer }) => (
          <li key={logo_id}>
            <figure>
              <img
                src={imageUrl(image, 900)}
                alt={`${logo} by ${company}`}
                width={320}
                height={320}
                loading="lazy"
                style={{ backgroundColor: ground ?? undefined }}
              />
              <figcaption>
                <strong>{logo}</strong>
                <span>{designer && designer !== company ? `${designer}, ${company}` : company}</span>
                {notes.has(logo_id) && <p>{notes.get(logo_id)}</p>}
              </figcaption>
            </figure>
          </li>
        ))}
      </ol>
      {collection.count === 0 && <p className={styles.head}>There are no logos in this collection yet.</p>}
    </Page>
  )
}
