import type { SiteWord } from '../../../../shared/api/desk/site.ts'
import * as api from '../../../../shared/api.ts'
import { TextDifference, VersionList } from '../../../domain/desk/VersionList.tsx'
import { Drawing } from './Drawing.tsx'
import { asText } from './describe.ts'
import { useShowSaved } from './queries.ts'

type Props = { word: SiteWord; isUnsent: boolean; onTakenBack: () => void }

const theDefault = {
  title: 'Default',
  note: 'Built in',
  name: 'the default',
  act: 'Reset to the default',
  done: 'The default is back.',
}

/** The versions of a word. */
export function Versions({ word, isUnsent, onTakenBack }: Props) {
  const showSaved = useShowSaved()
  return (
    <VersionList
      versions={word.versions}
      first={theDefault}
      isUnsent={isUnsent}
      endpoint={api.desk.site.save}
      inputOf={(version, why) => ({ name: word.name, version, why })}
      onTakenBack={saved => {
        showSaved(saved)
        onTakenBack()
      }}
      compare={({ value }) =>
        word.name === 'wordmark' ? (
          <Drawing svg={asText(value)} />
        ) : (
          <TextDifference before={asText(word.value)} after={asText(value)} />
        )
      }
    />
  )
}
