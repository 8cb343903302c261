import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, Suspense, useId, useLayoutEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type * as api from '../../../shared/api.ts'
import type { OutputOf } from '../../../shared/endpoint.ts'
import { formatNumber } from '../../../shared/rules/format.ts'
import { maxLength } from '../../../shared/rules/limits.ts'
import { lazyOptional } from '../../lib/loading/lazy-optional.ts'
import { useUnsentWork } from '../../lib/navigation/unsent-work.ts'
import { loginPath, useSession } from '../../lib/session/session.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Avatar } from '../../ui/display/Avatar.tsx'
import { FocusKeeper } from '../../ui/layout/FocusKeeper.tsx'
import { formatAge } from './age.ts'
import styles from './Comments.module.css'
import { commentsQuery, useAddComment, useRemoveComment } from './detail-queries.ts'

const ReportButton = lazyOptional(() => import('../../domain/moderation/ReportButton.tsx'))

/** The counter is shown when this many characters are left. */
const nearEnd = 200

type Fetching = Pick<UseInfiniteQueryResult, 'isFetchingNextPage' | 'fetchNextPage'>

type Props = {
  logoId: number
  /** The logo's owner, who may remove every comment under it. */
  ownerId: number
  /** Whether the reader has stayed at this logo. */
  isSettled: boolean
}

/** A logo's comments. */
export function Comments({ logoId, ownerId, isSettled }: Props) {
  const comments = useInfiniteQuery({ ...commentsQuery(logoId), enabled: isSettled })
  const { data, isError, refetch } = comments
  const count = data?.pages.at(-1)?.count ?? 0
  // A comment written between two page requests shifts the pages, so one comment can be in both.
  const shown = new Map(data?.pages.flatMap(page => page.data.map(each => [each.logo_comment_id, each])))
  const session = useSession()
  const { pathname, search } = useLocation()
  const { notes, showOlder } = useOlder(comments, shown.size)
  return (
    <FocusKeeper item="li" target="button" fallback="textarea">
      <section className={styles.comments} aria-busy={!data && !isError}>
        <h2 className={styles.heading}>{count > 0 ? `Comments (${formatNumber(count)})` : 'Comments'}</h2>
        {session === null && (
          <Link to={loginPath(pathname + search)} className={styles.login} aria-keyshortcuts="C">
            Log in to comment
          </Link>
        )}
        {session?.isActive && <Writer logoId={logoId} />}
        {session?.isActive === false && (
          <p className={styles.quiet}>
            Commenting needs a membership.{' '}
            <Link to="/checkout" className={styles.again}>
              Become a member
            </Link>
          </p>
        )}
        {isError && !data && (
          <p className={styles.quiet}>
            The comments didn’t load.{' '}
            <button type="button" className={styles.again} onClick={() => refetch()}>
              Try again
            </button>
          </p>
        )}
        {shown.size > 0 && (
          <ol ref={notes} className={styles.notes}>
            {[...shown.values()].map(comment => (
              <Note
                key={comment.logo_comment_id}
                comment={comment}
                logoId={logoId}
                isOwn={session?.designerId === comment.designer_id}
                isRemovable={
                  !comment.is_hidden &&
                  (session?.designerId === comment.designer_id || session?.designerId === ownerId)
                }
                isModerated={session?.can.includes('comments') === true}
              />
            ))}
          </ol>
        )}
        {comments.hasNextPage && (
          <Button aria-disabled={comments.isFetchingNextPage || undefined} onClick={showOlder}>
            {comments.isFetchingNextPage ? 'Loading…' : 'Show older comments'}
          </Button>
        )}
      </section>
    </FocusKeeper>
  )
}

/** Loads the next page and then focuses its first comment, because the button may be gone by then. */
function useOlder({ isFetchingNextPage, fetchNextPage }: Fetching, count: number) {
  const notes = useRef<HTMLOListElement>(null)
  const firstOlder = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (firstOlder.current === undefined || count <= firstOlder.current) return
    const link = notes.current?.children[firstOlder.current]?.querySelector('a')
    firstOlder.current = undefined
    // The button follows the list directly. If the focus is elsewhere, the reader moved it.
    const { activeElement, body } = document
    if (activeElement === body || activeElement === notes.current?.nextElementSibling)
      link?.focus({ preventScroll: true })
  }, [count])
  const showOlder = () => {
    if (isFetchingNextPage) return
    firstOlder.current = count
    void fetchNextPage()
  }
  return { notes, showOlder }
}

function Writer({ logoId }: { logoId: number }) {
  const [text, setText] = useState('')
  useUnsentWork(text !== '')
  const { mutate, isPending } = useAddComment(logoId)
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const left = maxLength.comment - text.trim().length
  const canSend = text.trim() !== '' && left >= 0 && !isPending

  const send = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault()
    // Cleared only after a success, so that a failed comment can be sent again.
    if (canSend) mutate(text.trim(), { onSuccess: clear })
  }

  const clear = () => {
    // The button unmounts with the text: its focus returns to the field, unless it has already moved elsewhere.
    const { activeElement, body } = document
    if (activeElement === body || form.current?.contains(activeElement))
      form.current?.querySelector('textarea')?.focus()
    setText('')
  }

  return (
    <form ref={form} className={styles.writer} onSubmit={send}>
      {/* The text twice: the invisible copy makes the box as high as what is written. */}
      <div className={styles.grow} data-text={`${text}\n`}>
        <textarea
          className={styles.text}
          aria-label="Comment"
          aria-keyshortcuts="C"
          aria-describedby={`${id}-left`}
          placeholder="Add a comment"
          rows={1}
          value={text}
          onChange={event => setText(event.target.value)}
          onKeyDown={event => {
            if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) send(event)
          }}
        />
      </div>
      {text !== '' && (
        <div className={styles.end}>
          <p id={`${id}-left`} className={styles.left} data-over={left < 0 || undefined} role="status">
            {left < 0
              ? `${formatNumber(-left)} characters too many`
              : left <= nearEnd && `${formatNumber(left)} characters left`}
          </p>
          <Button type="submit" disabled={!canSend}>
            {isPending ? 'Adding…' : 'Add comment'}
          </Button>
        </div>
      )}
    </form>
  )
}

type NoteProps = {
  comment: OutputOf<typeof api.logos.comments>['data'][number]
  logoId: number
  isOwn: boolean
  /** For its author and the logo's owner. */
  isRemovable: boolean
  /** For staff, who hide it at the desk: with a reason, a letter and an appeal. */
  isModerated: boolean
}

function Note({ comment, logoId, isOwn, isRemovable, isModerated }: NoteProps) {
  const { mutate, isPending } = useRemoveComment(logoId)
  return (
    <li className={styles.note} data-going={isPending || undefined}>
      <Avatar url={comment.avatar_url} size={28} />
      <p className={styles.by}>
        <Link to={`/designers/${comment.slug}?tab=logos`}>{comment.company}</Link>
        <time dateTime={comment.date_added}>{formatAge(comment.date_added)}</time>
      </p>
      {isRemovable && (
        <button
          type="button"
          className={styles.remove}
          aria-label={`Remove comment by ${comment.company}`}
          disabled={isPending}
          onClick={() => mutate(comment.logo_comment_id)}
        >
          <X size={16} aria-hidden />
        </button>
      )}
      <p className={styles.words}>{comment.comment}</p>
      {comment.is_hidden === 1 && (
        <p className={styles.hidden}>
          {comment.hidden_by === 'staff'
            ? `Hidden from others: ${comment.hidden_why}`
            : 'Hidden from others after three reports, until we’ve reviewed it'}
        </p>
      )}
      {!isOwn && (
        <p className={styles.under}>
          <Suspense>
            <ReportButton
              kind="comment"
              id={comment.logo_comment_id}
              name={`the comment by ${comment.company}`}
              className={styles.report}
            />
          </Suspense>
          {isModerated && (
            <Link
              to={`/admin/comments?q=${comment.logo_comment_id}`}
              className={styles.report}
              aria-label={`Moderate the comment by ${comment.company}`}
            >
              Moderate
            </Link>
          )}
        </p>
      )}
    </li>
  )
}
