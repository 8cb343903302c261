import { logotypes } from '../../../shared/api/logos.ts'
import { maxLength } from '../../../shared/rules/limits.ts'
import { SuggestedInput } from '../../domain/search/SuggestedInput.tsx'
import { Field, Segments, TextArea, TextField } from '../../ui/controls/Field.tsx'
import styles from './FactFields.module.css'
import type { Faults, OwnFacts, SharedFacts } from './facts.ts'
import { KeywordField } from './KeywordField.tsx'

/** The counter is shown from this length on. */
const remainingShownBelow = 200

type Props<Facts> = { facts: Facts; faults: Faults; onChange: (patch: Partial<Facts>) => void }

/** Title, type, keywords and description of a logo. */
export function OwnFields({ facts, faults, onChange }: Props<OwnFacts>) {
  return (
    <div className={styles.fields}>
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
        name="logotype"
        chosen={facts.logotype}
        error={faults.logotype}
        onChange={event => onChange({ logotype: event.target.value })}
      />
      <KeywordField
        value={facts.keywords}
        error={faults.keywords}
        onChange={keywords => onChange({ keywords })}
      />
      <DescriptionField
        value={facts.description}
        error={faults.description}
        onChange={description => onChange({ description })}
      />
    </div>
  )
}

export function DescriptionField({
  value,
  error,
  onChange,
}: {
  value: string
  error?: string
  onChange: (value: string) => void
}) {
  const left = maxLength.description - value.length
  return (
    <TextArea
      label="Description"
      value={value}
      error={error}
      hint={
        left < remainingShownBelow && (
          <span className={styles.remaining} data-over={left < 0 || undefined}>
            {left < 0 ? `${-left} characters too many` : `${left} characters left`}
          </span>
        )
      }
      onChange={event => onChange(event.target.value)}
    />
  )
}

/** Design firm, client and industry: shared by the logos of one queue. */
export function MadeForFields({ facts, faults, onChange }: Props<SharedFacts>) {
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
    <div className={styles.pairs}>
      {suggested('client', 'Client')}
      {suggested('industry', 'Industry')}
    </div>
  )
}

/** The credits shared by the logos of one queue. */
export function CreditFields({ facts, faults, onChange }: Props<SharedFacts>) {
  const text = (field: keyof SharedFacts, label: string) => (
    <TextField
      label={label}
      value={facts[field]}
      error={faults[field]}
      autoComplete="off"
      onChange={event => onChange({ [field]: event.target.value })}
    />
  )
  return (
    <div className={styles.pairs}>
      {text('designer', 'Designer')}
      {text('art_director', 'Art director')}
      {text('creative_director', 'Creative director')}
      {text('assoc_creative_director', 'Associate creative director')}
      {text('illustrator', 'Illustrator')}
      {text('photographer', 'Photographer')}
    </div>
  )
}

/** Credits and client of one logo. */
export function SharedFields(props: Props<SharedFacts>) {
  return (
    <>
      <fieldset className={styles.group}>
        <legend>Credits</legend>
        <CreditFields {...props} />
      </fieldset>
      <fieldset className={styles.group}>
        <legend>Made for</legend>
        <MadeForFields {...props} />
      </fieldset>
    </>
  )
}
