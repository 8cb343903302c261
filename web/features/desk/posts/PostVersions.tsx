import type { AdminPost } from '../../../../shared/api/desk/posts.ts'
import * as api from '../../../../shared/api.ts'
import { Section } from '../../../domain/desk/Section.tsx'
import { TextDifference, VersionList } from '../../../domain/desk/VersionList.tsx'
import styles from './Posts.module.css'

type Words = Pick<AdminPost, 'title' | 'text' | 'excerpt' | 'picture'>
type Props = { post: AdminPost; isUnsent: boolean; onTakenBack: (saved: AdminPost) => void }

/** The versions of a post, each with its author and date. */
export const PostVersions = ({ post, isUnsent, onTakenBack }: Props) => (
  <Section title="Versions">
    <VersionList
      versions={post.versions ?? []}
      isUnsent={isUnsent}
      endpoint={api.desk.posts.update}
      inputOf={(version, why) => ({ post_id: post.post_id, version, why })}
      onTakenBack={onTakenBack}
      compare={version => (
        <>
          <TextDifference before={asText(post)} after={asText(version)} />
          <PictureDifference before={post.picture} after={version.picture} />
        </>
      )}
    />
  </Section>
)

const asText = ({ title, text, excerpt, picture }: Words) =>
  [title, excerpt, text, picture?.alt_text].filter(Boolean).join('\n\n')

function PictureDifference({ before, after }: { before: Words['picture']; after: Words['picture'] }) {
  if (before?.path === after?.path) return null
  if (!after) return <p>Without a picture.</p>
  return <img className={styles.earlier} src={after.path} alt={after.alt_text} />
}
