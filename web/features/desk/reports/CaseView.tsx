import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Report } from '../../../../shared/api/desk/reports.ts'
import { formatCount, formatDate } from '../../../../shared/rules/format.ts'
import { imageUrl } from '../../../../shared/rules/image-url.ts'
import { kindNouns, reasonLabels } from '../../../../shared/rules/report-words.ts'
import { Age, Moment } from '../../../domain/desk/Moment.tsx'
import { type Case, decidedAs, doneOf, nameOf } from './cases.ts'
import { HideForm } from './HideForm.tsx'
import styles from './Reports.module.css'

/** The reported subject beside the original that it is said to copy, and the texts of all reporters. */
export function CaseView({ one }: { one: Case }) {
  const { reports } = one
  const [first] = reports
  const claim = reports.find(report => report.original) ?? reports.find(report => report.original_url)
  return (
    <article className={styles.sheet} aria-label={nameOf(one)}>
      <div className={styles.pair} data-small={first.kind !== 'logo' || undefined}>
        <Reported one={one} />
        {claim && <Original report={claim} />}
      </div>
      <Standing report={first} />
      {first.against && (
        <p className={styles.said}>
          <strong>{doneOf(first.against.decision)}</strong>, <Moment at={first.against.decided_at} />, by{' '}
          {first.against.decided_by ?? 'the command line'}: “{first.against.why}”
        </p>
      )}
      <ol>
        {reports.map(report => (
          <Said key={report.report_id} report={report} claim={claim} />
        ))}
      </ol>
    </article>
  )
}

function Reported({ one }: { one: Case }) {
  const { kind, subject } = one.reports[0]
  if (!subject) return <p className={styles.gone}>{nameOf(one)}</p>
  const earlier = subject.decisions
    ? formatCount(subject.decisions, 'earlier decision')
    : 'no earlier decisions'
  return (
    <figure>
      {subject.picture && <Picture picture={subject.picture} alt="Reported" />}
      <figcaption>
        {kind === 'comment' ? (
          <blockquote>
            <Link to={subject.path}>{subject.name}</Link>
          </blockquote>
        ) : (
          <h2>
            <Link to={subject.path}>{subject.name}</Link>
          </h2>
        )}
        <p>
          {kind === 'logo' ? '' : `${kindNouns[kind][0]!.toUpperCase()}${kindNouns[kind].slice(1)} · `}
          {kind !== 'designer' && (
            <>
              <Link to={`/designers/${subject.slug}?tab=logos`}>{subject.company}</Link> ·{' '}
            </>
          )}
          {formatDate(subject.date)} · {earlier}
        </p>
        {subject.replaced_at && (
          <p>
            The picture as it was reported; replaced <Moment at={subject.replaced_at} />.
          </p>
        )}
      </figcaption>
    </figure>
  )
}

/** The original: the logo of ours or the address that a reporter names, or the logo that the site has found. */
function Original({ report: { original, original_url, found } }: { report: Report }) {
  const title = found ? 'Looks the same' : 'Reported as the original'
  if (!original)
    return (
      <figure>
        <div className={styles.elsewhere}>{addressOf(original_url ?? '')}</div>
        <figcaption>
          <h2>{title}</h2>
        </figcaption>
      </figure>
    )
  return (
    <figure>
      <Picture picture={original} alt={title} />
      <figcaption>
        <h2>{title}</h2>
        <p>
          <Link to={`/logo/${original.logo_id}`}>{original.logo}</Link> ·{' '}
          <Link to={`/designers/${original.slug}?tab=logos`}>{original.company}</Link> ·{' '}
          {formatDate(original.upload_date)}
        </p>
      </figcaption>
    </figure>
  )
}

const Picture = ({ picture, alt }: { picture: { image: string; ground: string | null }; alt: string }) => (
  <img
    src={imageUrl(picture.image, 900)}
    alt={alt}
    width={404}
    height={404}
    style={{ backgroundColor: picture.ground ?? undefined }}
  />
)

/** Only web addresses are links. */
function addressOf(url: string): ReactNode {
  if (url.startsWith('/') && !/^[/\\]{2}|^\/\\/.test(url)) return <Link to={url}>{url}</Link>
  if (!/^https?:\/\//i.test(url)) return url
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow">
      {url.replace(/^https?:\/\//i, '')}
    </a>
  )
}

/**
 * Whether the subject is hidden or its owner suspended now. A collection is shown and hidden here, because it has no room
 * of its own.
 */
function Standing({ report: { kind, id, subject, decision } }: { report: Report }) {
  if (!subject) return null
  const { hidden_by, hidden_why, suspended_until, name } = subject
  const isCollection = kind === 'collection' && (hidden_by !== null || decision !== null)
  if (!hidden_by && !suspended_until && !isCollection) return null
  return (
    <div className={styles.standing}>
      {hidden_by && (
        <p>
          {hidden_by === 'staff' ? `Hidden: ${hidden_why}` : 'Hidden by three reports until it’s decided.'}
        </p>
      )}
      {suspended_until && (
        <p>
          Its owner is suspended until <Moment at={suspended_until} />.
        </p>
      )}
      {isCollection && <HideForm kind="collection" id={id} name={name} isHidden={hidden_by !== null} />}
    </div>
  )
}

function Said({ report, claim }: { report: Report; claim: Report | undefined }) {
  const { reason, text, reporter, email, found, is_appeal, original_url, created_at } = report
  const by = found ? `Found by the site: ${found}` : (reporter?.company ?? email)
  return (
    <li className={styles.said}>
      <p>
        {reporter ? <Link to={`/designers/${reporter.slug}?tab=logos`}>{by}</Link> : <strong>{by}</strong>}
        <span>
          {is_appeal ? 'appealed' : reasonLabels[reason].toLowerCase()} · <Age at={created_at} /> ago
          {!is_appeal &&
            reporter &&
            reporter.decided > 0 &&
            ` · right in ${reporter.upheld} of ${formatCount(reporter.decided, 'report')}`}
        </span>
      </p>
      {text && <p className={styles.words}>{text}</p>}
      {original_url && report !== claim && (
        <p className={styles.words}>Original: {addressOf(original_url)}</p>
      )}
    </li>
  )
}

/** The decision that was made, in place of the foot that makes one. */
export function DecidedFoot({ report }: { report: Report }) {
  return (
    <p className={styles.foot}>
      <span>
        <strong>{decidedAs(report)}</strong> by {report.decided_by ?? 'the command line'}
        {report.decided_at && (
          <>
            , <Moment at={report.decided_at} />
          </>
        )}
        : “{report.why}”
      </span>
    </p>
  )
}
