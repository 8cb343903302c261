import { useState } from 'react'
import { logotypes } from '../../../shared/api/logos.ts'
import { maxLength } from '../../../shared/rules/limits.ts'
import { Field, Segments, TextArea, TextField } from '../../ui/Field.tsx'
import { SuggestedInput } from '../../ui/SuggestedInput.tsx'
import styles from './FactFields.module.css'
import type { Faults, OwnFacts, SharedFacts } from './facts.ts'
import { KeywordField } from './KeywordField.tsx'

type Props<Facts> = { facts: Facts; faults: Faults; onChange: (patch: Partial<Facts>) => void }

/** What a logo says of itself. `name` tells the logos of one form apart. */
export function OwnFields({
  facts,
  faults,
  onChange,
  name,
  isCompact,
}: Props<OwnFacts> & { name: string; isCompact?: boolean }) {
  // As it was found; later it is the reader's.
  const [isDescribed] = useState(facts.description !== '')
  const description = (
    <TextArea
      label="Description"
      value={facts.description}
      error={faults.description}
      hint={<Remaining of={maxLength.description} text={facts.description} />}
      onChange={event => onChange({ description: event.target.value })}
    />
  )
  return (
    <div className={styles.fields} data-compact={isCompact}>
      <TextField
        label="Title"
        value={facts.logo}
        error={faults.logo}
        autoComplete="off"
        onChange={event => onChange({ logo: event.target.value })}
      />
      <Segments
        label="Logotype"
        options={logotypes}
        name={`logotype-${name}`}
        chosen={facts.logotype}
        error={faults.logotype}
        onChange={event => onChange({ logotype: event.target.value })}
      />
      <div className={styles.wide}>
        <KeywordField
          value={facts.keywords}
          error={faults.keywords}
          onChange={keywords => onChange({ keywords })}
        />
      </div>
      {isCompact ? (
        <details className={styles.more} open={isDescribed}>
          <summary>Description</summary>
          {description}
        </details>
      ) : (
        description
      )}
    </div>
  )
}

/** Who made it, for whom: what the logos of one queue share. */
export function SharedFields({
  facts,
  faults,
  onChange,
  isForAll,
}: Props<SharedFacts> & { isForAll?: boolean }) {
  const same = isForAll && <span className={styles.same}>the same for all</span>
  const text = (field: keyof SharedFacts, label: string) => (
    <TextField
      label={label}
      value={facts[field]}
      error={faults[field]}
      autoComplete="off"
      onChange={event => onChange({ [field]: event.target.value })}
    />
  )
  const suggested = (field: 'client' | 'industry', label: string) => (
    <Field label={label} error={faults[field]}>
      {control => (
        <SuggestedInput
          {...control}
          kind={field}
          value={facts[field]}
          onChange={value => onChange({ [field]: value })}
        />
      )}
    </Field>
  )
  return (
    <>
      <fieldset className={styles.group}>
        <legend>Credits {same}</legend>
        <div className={styles.pairs}>
          {text('designer', 'Designer')}
          {text('art_director', 'Art director')}
          {text('creative_director', 'Creative director')}
          {text('assoc_creative_director', 'Associate creative director')}
          {text('illustrator', 'Illustrator')}
          {text('photographer', 'Photographer')}
        </div>
      </fieldset>
      <fieldset className={styles.group}>
        <legend>Made for {same}</legend>
        <div className={styles.pairs}>
          {suggested('client', 'Client')}
          {suggested('industry', 'Industry')}
        </div>
      </fieldset>
    </>
  )
}

function Remaining({ of, text }: { of: number; text: string }) {
  const left = of - text.length
  return (
    <span className={styles.remaining} data-over={left < 0 || undefined}>
      {left < 0 ? `${-left} characters too many` : `${left} characters left`}
    </span>
  )
}
