import { useQuery } from '@tanstack/react-query'
import { Download, Printer, X } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import type { Plate } from '../../shared/api/plates.ts'
import { plateQuery } from '../features/plates/queries.ts'
import { Sheet } from '../features/plates/Sheet.tsx'
import { statusOf } from '../lib/api/query-client.ts'
import { useTitle } from '../lib/navigation/title.ts'
import { showToast } from '../lib/toast/toast.ts'
import { Button, ButtonLink } from '../ui/controls/Button.tsx'
import { Wordmark } from '../ui/display/Wordmark.tsx'
import { LoadError } from '../ui/messages/LoadError.tsx'
import styles from './PlatePage.module.css'
import { RefusedPage } from './RefusedPage.tsx'

/** A logo's plate: a sheet to print or to pass on. */
export default function PlatePage() {
  const { logoId = '' } = useParams()
  const isNumber = /^[1-9]\d{0,8}$/.test(logoId)
  const {
    data: plate,
    error,
    isError,
    refetch,
  } = useQuery({
    ...plateQuery(Number(logoId)),
    enabled: isNumber,
  })
  useTitle(plate ? `${plate.logo} · Plate` : 'Plate')
  if (!isNumber || statusOf(error) === 404) return <NoPlate />
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <Link to="/" className={styles.home}>
          <Wordmark />
        </Link>
        <ButtonLink kind="quiet" to={`/logo/${logoId}`}>
          Close <X size={16} aria-hidden />
        </ButtonLink>
      </header>
      <main id="main" className={styles.main}>
        <div className={styles.words}>
          <h1 className={styles.title}>Plate</h1>
          <p className={styles.lead}>
            The last page of a book says who made it. This one does it for one logo.
          </p>
          <div className={styles.ways}>
            <Button kind="primary" onClick={() => print()}>
              Save as PDF
            </Button>
            <CopyLink />
          </div>
        </div>
        {plate ? <Sheet key={plate.logo_id} plate={plate} /> : <div className={styles.wait} aria-busy />}
        {plate && <Pictures plate={plate} />}
        {isError && !plate && <LoadError what="The plate" error={error} onRetry={refetch} />}
      </main>
    </div>
  )
}

/** The plate on paper, and as pictures to download. */
function Pictures({ plate }: { plate: Plate }) {
  return (
    <ul className={styles.pictures} aria-label="Its sizes">
      <li>
        <button type="button" onClick={() => print()}>
          <span>A4</span>
          <span className={styles.size}>210 × 297 mm</span>
          <Printer size={16} aria-hidden />
        </button>
      </li>
      {plate.pictures.map(({ width, height, url }) => (
        <li key={url}>
          <a href={url} download={`plate-${plate.logo_id}-${width}x${height}.jpg`}>
            <span>{width === height ? 'Square picture' : 'Link picture'}</span>
            <span className={styles.size}>
              {width} × {height}
            </span>
            <Download size={16} aria-hidden />
          </a>
        </li>
      ))}
    </ul>
  )
}

function CopyLink() {
  const [isCopied, setIsCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(location.origin + location.pathname).then(
      () => setIsCopied(true),
      () => showToast('Copying failed. Copy the address from the address bar.'),
    )
  return <Button onClick={() => void copy()}>{isCopied ? 'Copied' : 'Copy link'}</Button>
}

const NoPlate = () => (
  <RefusedPage
    title="No plate here"
    action={
      <ButtonLink to="/" kind="primary">
        Browse Fresh
      </ButtonLink>
    }
  >
    This logo doesn’t exist, or it isn’t shown at the moment.
  </RefusedPage>
)
