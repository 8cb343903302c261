import { History, X } from 'lucide-react'
import { avifSet, imageUrl } from '../../../shared/rules/image-url.ts'
import { Suggestion } from '../../domain/search/Suggestion.tsx'
import type { useOptions } from '../../domain/search/suggestions.ts'
import { Avatar } from '../../ui/display/Avatar.tsx'
import styles from './SearchPanel.module.css'
import type { Group, Option } from './search-groups.ts'

type Props = {
  groups: Group[]
  /** The attributes of the option with this index, counted over all groups. */
  optionOf: ReturnType<typeof useOptions>['option']
  onChoose: (option: Option) => void
  onRemove: (option: Option) => void
}

/** The suggestions in their groups: logos as thumbnails, all others as rows. */
export function SearchOptions({ groups, optionOf, ...acts }: Props) {
  const options = groups.flatMap(group => group.options)
  return groups.map(({ label, options: members }) => (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset does not belong into a list of options
    <div key={label} role="group" aria-label={label}>
      <p className={styles.label} aria-hidden>
        {label}
      </p>
      <div role="presentation" className={members[0]?.logo && styles.thumbnails}>
        {members.map(member => (
          <SearchOption
            key={member.path}
            member={member}
            option={optionOf(options.indexOf(member))}
            {...acts}
          />
        ))}
      </div>
    </div>
  ))
}

type OptionProps = Pick<Props, 'onChoose' | 'onRemove'> & {
  member: Option
  option: ReturnType<Props['optionOf']>
}

function SearchOption({ member, option, onChoose, onRemove }: OptionProps) {
  const { name, logo, row, isRecent } = member
  if (logo) return <Thumbnail {...option} logo={logo} />
  if (!isRecent)
    return (
      <Suggestion
        {...option}
        before={row?.avatar_url !== undefined && <Avatar url={row.avatar_url} size={24} />}
        name={name}
        count={row?.count}
      />
    )
  return (
    <Suggestion
      {...option}
      aria-description="Delete removes it"
      before={<History size={16} aria-hidden />}
      name={name}
      count={
        <span className={styles.remove} data-remove title="Remove" aria-hidden>
          <X size={14} />
        </span>
      }
      onClick={({ target }) =>
        (target as Element).closest('[data-remove]') ? onRemove(member) : onChoose(member)
      }
    />
  )
}

function Thumbnail({
  logo: { image, ground, logo },
  ...option
}: React.ComponentProps<'div'> & { logo: NonNullable<Option['logo']> }) {
  const avif = avifSet(image)
  return (
    <div
      {...option}
      className={`framed ${styles.thumbnail}`}
      title={logo}
      style={{ backgroundColor: ground ?? undefined }}
    >
      <picture>
        {avif && <source type="image/avif" srcSet={avif} sizes="48px" />}
        <img
          src={imageUrl(image, 320)}
          alt={logo}
          width={48}
          height={48}
          decoding="async"
          draggable={false}
        />
      </picture>
    </div>
  )
}
