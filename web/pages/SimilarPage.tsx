import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { ImagePlus } from 'lucide-react'
import { Link, Navigate, useNavigate, useParams, useSearchParams } from 'react-router'
import { CallError } from '../../shared/endpoint.ts'
import { formatCount } from '../../shared/rules/format.ts'
import { type Emphasis, emphases } from '../../shared/rules/look.ts'
import { MembersOnly } from '../domain/page/MembersOnly.tsx'
import { NoLogo } from '../domain/page/NoLogo.tsx'
import { Page } from '../domain/page/Page.tsx'
import { logoQuery } from '../features/logos/detail-queries.ts'
import { LogoGrid } from '../features/logos/LogoGrid.tsx'
import { LogoPicture } from '../features/logos/LogoPicture.tsx'
import { LogosLoadError } from '../features/logos/LogosLoadError.tsx'
import { keepSearchedPicture, readSearchedPicture } from '../features/logos/searched-picture.ts'
import { type Compared, similarQuery } from '../features/logos/similar-query.ts'
import { statusOf } from '../lib/api/query-client.ts'
import { isDialogOpen, useDroppedFiles } from '../lib/browser/dropped-files.ts'
import { useEndlessScroll } from '../lib/navigation/endless-scroll.ts'
import { useSession } from '../lib/session/session.ts'
import { FieldNote } from '../ui/controls/Field.tsx'
import { EmptyState } from '../ui/messages/EmptyState.tsx'
import styles from './SimilarPage.module.css'

const words: Record<Emphasis, string> = { shape: 'Shape', both: 'Shape and colour', color: 'Colour' }

/**
 * Logos that look like the one in the address, or like a picture that a member drops, pastes or chooses. `/similar?logo_id=7` leads
 * to `/logo/7/similar`: on every page with logos, `logo_id` is the logo that is open above it, as it is here once there is a picture.
 * When the picture is gone, the logo's own page is shown.
 */
export default function SimilarPage() {
  const { logoId } = useParams()
  const [params] = useSearchParams()
  const designerId = useSession()?.designerId
  const asked = Number(params.get('logo_id'))
  if (logoId && isId(Number(logoId))) return <LikeLogo key={logoId} logoId={Number(logoId)} />
  if (logoId) return <NoLogo />
  if (isId(asked) && !params.has('picture')) {
    const emphasis = params.get('emphasis')
    const search = emphasis ? `?${new URLSearchParams({ emphasis })}` : ''
    return <Navigate to={`/logo/${asked}/similar${search}`} replace />
  }
  if (isId(asked) && !readSearchedPicture(params, designerId))
    return <Navigate to={`/logo/${asked}`} replace />
  return (
    <MembersOnly title="Search by a picture">
      <LikePicture />
    </MembersOnly>
  )
}

const isId = (id: number) => Number.isSafeInteger(id) && id > 0

/** Searches by a file that is dropped or pasted anywhere on the page, or by one that `take` is given. */
function useTaking({ replace = false } = {}) {
  const navigate = useNavigate()
  const designerId = useSession()?.designerId
  const take = async (file: File) => navigate(await keepSearchedPicture(file, designerId), { replace })
  const isOver = useDroppedFiles(([file]) => file && !isDialogOpen() && void take(file))
  return { take, isOver }
}

function LikeLogo({ logoId }: { logoId: number }) {
  const { isOver } = useTaking()
  const { data: logo, error } = useQuery(logoQuery(useQueryClient(), logoId))
  if (statusOf(error) === 404) return <NoLogo />
  const name = logo?.logo ?? 'this logo'
  return (
    <Similar
      compared={{ logo_id: logoId }}
      title={`Like ${name}`}
      art={
        logo && (
          <Link to={`/logo/${logoId}`} className={`framed ${styles.art}`} data-over={isOver || undefined}>
            <LogoPicture
              logo={logo}
              alt={`${logo.logo} by ${logo.company}`}
              sizes="(width < 800px) 38vw, 25vw"
            />
          </Link>
        )
      }
    />
  )
}

function LikePicture() {
  const [params] = useSearchParams()
  const taken = readSearchedPicture(params, useSession()?.designerId)
  const shown = taken && !taken.fault ? taken : undefined
  const { take, isOver } = useTaking({ replace: !taken })
  const over = isOver || undefined
  const choice = (
    <label className={shown ? styles.again : `framed ${styles.drop}`} data-over={shown ? undefined : over}>
      <input
        type="file"
        className="visually-hidden"
        accept="image/png,image/jpeg,image/gif,image/webp"
        onChange={event => {
          const file = event.target.files?.[0]
          if (file) void take(file)
          // Reset, so that the same file can be chosen again.
          event.target.value = ''
        }}
      />
      {shown ? (
        <>
          <span className={`framed ${styles.art}`} data-over={over}>
            <img src={shown.file_base64} alt="" />
          </span>
          <span>Choose another picture</span>
        </>
      ) : (
        <>
          <ImagePlus size={32} strokeWidth={1.25} aria-hidden />
          <span>Drop or paste a picture, or choose one</span>
        </>
      )}
    </label>
  )
  if (shown) {
    const { taken_at, file_base64 } = shown
    return <Similar compared={{ taken_at, file_base64 }} title="Like your picture" art={choice} />
  }
  return (
    <Page title="Search by a picture">
      <header className={styles.intro}>
        <h1 className={styles.title} tabIndex={-1}>
          Search by a picture
        </h1>
        <p className={styles.note}>
          JPG, PNG, GIF or WebP, up to 8 MB. Mirrored and turned logos are found, too. We don’t keep your
          picture.
        </p>
        {taken && <FieldNote error={`${taken.name}: ${taken.fault}`} />}
      </header>
      {choice}
    </Page>
  )
}

type SimilarProps = { compared: Compared; title: string; art: React.ReactNode }

function Similar({ compared, title, art }: SimilarProps) {
  const [emphasis, setEmphasis] = useEmphasis()
  const list = useInfiniteQuery({ ...similarQuery(compared, emphasis), placeholderData: keepPreviousData })
  const { logos = [], count = 0 } = list.data ?? {}
  const onMore = useEndlessScroll(list, logos.length)
  const isVisitor = useSession() === null
  const refusal = list.error instanceof CallError ? list.error.body.errors?.file_base64 : undefined
  const isEnd = list.isSuccess && !list.hasNextPage && !list.isFetching
  return (
    <Page title={title} ending={isEnd && logos.length ? formatCount(count, 'logo') : undefined}>
      <header className={styles.head}>
        {art ?? <span className={styles.art} />}
        <div className={styles.words}>
          <h1 className={styles.title} tabIndex={-1}>
            {title}
          </h1>
          <label className={styles.emphasis}>
            <span>Compare by {words[emphasis].toLowerCase()}</span>
            <input
              type="range"
              min={0}
              max={emphases.length - 1}
              value={emphases.indexOf(emphasis)}
              aria-label="Compare by"
              aria-valuetext={words[emphasis]}
              onChange={event => setEmphasis(emphases[Number(event.target.value)] ?? 'both')}
            />
            <span className={styles.ends} aria-hidden>
              <span>Shape</span>
              <span>Colour</span>
            </span>
          </label>
        </div>
      </header>
      <section aria-label="Similar logos" aria-busy={list.isFetching}>
        <LogoGrid logos={logos} onMore={onMore} skeletons={list.isPending ? 12 : 0} />
      </section>
      {refusal && <FieldNote error={refusal} />}
      {list.isError && !refusal && <LogosLoadError list={list} isNext={logos.length > 0} />}
      {isEnd && logos.length === 0 && (
        <EmptyState title="Nothing to compare">
          {'logo_id' in compared
            ? 'Either this logo has one colour only, or it’s too new to be compared. If it’s new, try again in a few minutes.'
            : 'There’s no logo yet that your picture could be compared with.'}
        </EmptyState>
      )}
      {isEnd && logos.length > 0 && isVisitor && (
        <p className={styles.note}>
          Members see the nearest 200. <Link to="/join">Join</Link>
        </p>
      )}
    </Page>
  )
}

/** The emphasis in the address; changing it replaces the entry, so that Back leaves the page. */
function useEmphasis() {
  const [params, setParams] = useSearchParams()
  const emphasis = emphases.find(each => each === params.get('emphasis')) ?? 'both'
  const set = (next: Emphasis) => {
    const query = new URLSearchParams(params)
    if (next === 'both') query.delete('emphasis')
    else query.set('emphasis', next)
    setParams(query, { replace: true, preventScrollReset: true })
  }
  return [emphasis, set] as const
}
