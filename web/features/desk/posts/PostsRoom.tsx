import { Link } from 'react-router'
import * as api from '../../../../shared/api.ts'
import { type ColumnOf, DeskList } from '../../../domain/desk/DeskList.tsx'
import { Moment } from '../../../domain/desk/Moment.tsx'
import { ButtonLink } from '../../../ui/controls/Button.tsx'
import { PostRoom } from './PostRoom.tsx'
import styles from './Posts.module.css'
import { stateOf, states } from './state.ts'

const columns: ColumnOf<typeof api.desk.posts.find>[] = [
  {
    label: 'Title',
    cell: post => <Link to={`/admin/posts/${post.post_id}`}>{post.title}</Link>,
    isText: true,
  },
  { label: 'State', cell: post => states[stateOf(post)] },
  { label: 'Date', cell: post => <Moment at={post.date} />, sorts: ['newest', 'oldest'] },
  {
    label: 'Kind',
    cell: post => (post.kinds.includes('feature-post') ? 'feature post' : post.kinds.join(', ') || '–'),
  },
  {
    label: 'Address',
    cell: post =>
      stateOf(post) === 'out' ? (
        <a href={`/news/${post.slug}`}>{`/news/${post.slug}`}</a>
      ) : (
        `/news/${post.slug}`
      ),
    isText: true,
  },
]

/** The posts of the built-in blog: all of them, a new one, or one of them. */
export default function PostsRoom({ rest: [which] }: { rest: string[] }) {
  if (which !== undefined) return <PostRoom key={which} which={which} />
  return (
    <>
      <p className={styles.write}>
        <ButtonLink to="/admin/posts/new" kind="primary">
          Write a post
        </ButtonLink>
      </p>
      <DeskList
        endpoint={api.desk.posts.find}
        title="Posts"
        one="post"
        keyOf={post => post.post_id}
        columns={columns}
        filters={[{ name: 'state', label: 'State', options: Object.entries(states) }]}
        search="Title or text"
        empty="No posts yet."
        defaultSort="newest"
      />
    </>
  )
}
