import type { SiteWords } from '../../../../shared/site-words.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { FieldNote, TextArea, TextField } from '../../../ui/controls/Field.tsx'
import { RowButtons } from './RowButtons.tsx'
import { movedUp, withoutRow, withRow } from './rows.ts'
import styles from './Site.module.css'

type Faq = SiteWords['faq']
type Area = Faq[number]
type Props<Value> = {
  errorOf: (path: string) => string | undefined
  onChange: (value: Value) => void
}

/** Areas, each with its questions. */
export function FaqEditor({ faq, errorOf, onChange }: Props<Faq> & { faq: Faq }) {
  return (
    <>
      {faq.map((area, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an area has no other name while it is written
        <fieldset key={i} className={styles.area}>
          <legend className="visually-hidden">Area {i + 1}</legend>
          <div className={styles.row}>
            <TextField
              label="Area"
              value={area.area}
              error={errorOf(`${i}.area`)}
              onChange={event => onChange(withRow(faq, i, { ...area, area: event.target.value }))}
            />
            <RowButtons
              about={area.area || `area ${i + 1}`}
              onUp={i ? () => onChange(movedUp(faq, i)) : undefined}
              onRemove={() => onChange(withoutRow(faq, i))}
            />
          </div>
          <Questions
            area={area}
            errorOf={path => errorOf(`${i}.${path}`)}
            onChange={next => onChange(withRow(faq, i, next))}
          />
        </fieldset>
      ))}
      <div>
        <Button onClick={() => onChange([...faq, { area: '', questions: [{ question: '', answer: '' }] }])}>
          Add an area
        </Button>
      </div>
      <FieldNote error={errorOf('value')} />
    </>
  )
}

function Questions({ area, errorOf, onChange }: Props<Area> & { area: Area }) {
  const { questions } = area
  const change = (next: Area['questions']) => onChange({ ...area, questions: next })
  return (
    <>
      {questions.map((each, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a question has no other name while it is written
        <div key={i} className={styles.question}>
          <div className={styles.row}>
            <TextField
              label={`Question ${i + 1}`}
              value={each.question}
              error={errorOf(`questions.${i}.question`)}
              onChange={event => change(withRow(questions, i, { ...each, question: event.target.value }))}
            />
            <RowButtons
              about={each.question || `question ${i + 1}`}
              onUp={i ? () => change(movedUp(questions, i)) : undefined}
              onRemove={() => change(withoutRow(questions, i))}
            />
          </div>
          <TextArea
            label={`Answer ${i + 1}`}
            rows={3}
            value={each.answer}
            error={errorOf(`questions.${i}.answer`)}
            onChange={event => change(withRow(questions, i, { ...each, answer: event.target.value }))}
          />
        </div>
      ))}
      <div>
        <Button kind="quiet" onClick={() => change([...questions, { question: '', answer: '' }])}>
          Add a question
        </Button>
        <FieldNote error={errorOf('questions')} />
      </div>
    </>
  )
}
