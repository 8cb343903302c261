import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { api } from '../../../shared/api.ts'
import type { OutputOf } from '../../../shared/endpoint.ts'
import { formatNumber } from '../../../shared/rules/format.ts'
import { maxLength } from '../../../shared/rules/limits.ts'
import { formatAge } from '../../lib/age.ts'
import { loginPath, useSession } from '../../lib/session.ts'
import { useUnsentWork } from '../../lib/unsent-work.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { KeptFocus } from '../../ui/KeptFocus.tsx'
import styles from './Comments.module.css'
import { commentsQuery, useAddComment, useRemoveComment } from './detail-queries.ts'

/** How many characters before the end one is told how many are left. */
const nearEnd = 200

/** What members wrote beside a logo. `isSettled`: the reader stays here. */
export function Comments({ logoId, isSettled }: { logoId: number; isSettled: boolean }) {
  const { data, isError, refetch } = useQuery({ ...commentsQuery(logoId), enabled: isSettled })
  const session = useSession()
  const { pathname, search } = useLocation()
  return (
    <KeptFocus item="li" target="button" fallback="textarea">
      <section className={styles.comments} aria-busy={!data && !isError}>
        <h2 className={styles.heading}>
          {data && data.count > 0 ? `Comments (${formatNumber(data.count)})` : 'Comments'}
        </h2>
        {session === null && (
          <Link to={loginPath(pathname + search)} className={styles.login}>
            Login to comment
          </Link>
        )}
        {session && <Writer logoId={logoId} />}
        {isError && !data && (
          <p className={styles.quiet}>
            The comments did not arrive.{' '}
            <button type="button" className={styles.again} onClick={() => refetch()}>
              Try again
            </button>
          </p>
        )}
        {data && data.count > 0 && (
          <ol className={styles.notes}>
            {data.data.map(comment => (
              <Note
                key={comment.logo_comment_id}
                comment={comment}
                logoId={logoId}
                isRemovable={session?.designerId === comment.designer_id || session?.memberType === 'Admin'}
              />
            ))}
          </ol>
        )}
      </section>
    </KeptFocus>
  )
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
    // Emptied only once it is kept: what failed is still there to be sent again.
    if (canSend) mutate(text.trim(), { onSuccess: clear })
  }

  const clear = () => {
    // The button goes with the text. Whoever pressed it goes on writing, unless they have gone elsewhere meanwhile.
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
  isRemovable: boolean
}

function Note({ comment, logoId, isRemovable }: NoteProps) {
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
    </li>
  )
}
