import { useQuery } from '@tanstack/react-query'
import type { Bench as BenchFacts } from '../../shared/api/jury.ts'
import { formatDate } from '../../shared/rules/format.ts'
import { MembersOnly } from '../domain/page/MembersOnly.tsx'
import { Bench } from '../features/jury/Bench.tsx'
import { Declare } from '../features/jury/Declare.tsx'
import { benchQuery } from '../features/jury/queries.ts'
import { statusOf } from '../lib/api/query-client.ts'
import { useTitle } from '../lib/navigation/title.ts'
import { useSession } from '../lib/session/session.ts'
import { ButtonLink } from '../ui/controls/Button.tsx'
import { TitledColumn } from '../ui/layout/TitledColumn.tsx'
import { EmptyState } from '../ui/messages/EmptyState.tsx'
import { LoadError } from '../ui/messages/LoadError.tsx'
import styles from './JuryPage.module.css'
import { RefusedPage } from './RefusedPage.tsx'

/** The jurors' page: declaring conflicts, then judging. */
export default function JuryPage() {
  useTitle('Jury')
  return (
    <MembersOnly title="Jury">
      <Jury />
    </MembersOnly>
  )
}

function Jury() {
  const session = useSession()
  const { data: bench, error, isError, refetch } = useQuery(benchQuery)
  if (!session) return null
  if (statusOf(error) === 403) return <NoJuror />
  if (isError && !bench)
    return (
      <Column>
        <LoadError what="The bench" error={error} onRetry={refetch} />
      </Column>
    )
  if (!bench) return <Column>{null}</Column>
  const { stage } = bench
  if (stage)
    return (
      <Bench
        // State belongs to one round and one account.
        key={`${session.designerId} ${bench.book.slug} ${stage}`}
        bench={{ ...bench, stage }}
        designerId={session.designerId}
      />
    )
  const { state, title } = bench.book
  if (state !== 'open' && state !== 'closed') return <Finished book={bench.book} />
  return (
    <Column aside={<Back />}>
      <p className={styles.lead}>
        You’re on the jury of {title}.{' '}
        {state === 'open'
          ? 'Judging starts when the book closes. Until then, tell us whose work you’d recognize.'
          : 'The book has closed. Your tiles appear here after the draw.'}
      </p>
      <Declare bench={bench} />
    </Column>
  )
}

const Finished = ({ book: { slug, title, due_at } }: { book: BenchFacts['book'] }) => (
  <Column>
    <EmptyState
      title={`The jury of ${title} has finished`}
      action={
        <>
          <ButtonLink to={`/books/${slug}`} kind="primary">
            See the book
          </ButtonLink>
          <Back />
        </>
      }
    >
      Thank you for every tile. {due_at && `The last round was due ${formatDate(due_at)}.`}
    </EmptyState>
  </Column>
)

const Back = () => <ButtonLink to="/">Back to the gallery</ButtonLink>

/** `aside` is at the right; a notice has the way back in itself. */
const Column = ({ aside, children }: { aside?: React.ReactNode; children: React.ReactNode }) => (
  <main id="main" className={styles.main}>
    <TitledColumn title="Jury" aside={aside}>
      {children}
    </TitledColumn>
  </main>
)

const NoJuror = () => (
  <RefusedPage
    title="This page is for jurors"
    action={
      <ButtonLink to="/compete" kind="primary">
        How judging works
      </ButtonLink>
    }
  >
    You don’t sit on the jury of a book at the moment. Jurors are invited by the chair of a book.
  </RefusedPage>
)
