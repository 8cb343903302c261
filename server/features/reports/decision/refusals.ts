import { HttpError, invalid, onlyAdministrator } from '../../../http/errors.ts'

/** Why a decision can't be made. */
export type Refusal =
  | { because: 'no_appeal' | 'appeal' | 'own_decision' }
  | { because: 'gone' | 'closed' | 'profile' | 'published' | 'staff' }
  | { because: 'gone_for_good'; report_id: number }
  | { because: 'juror'; book: string }
  | { because: 'last_administrator'; username: string }

/** The answer to a decision that is refused. */
export function errorOf(refusal: Refusal): HttpError {
  switch (refusal.because) {
    case 'no_appeal':
      return invalid('decision', 'Only a decision that is appealed can be taken back.')
    case 'appeal':
      return invalid('decision', 'An appeal is dismissed, or the decision is taken back (restore).')
    case 'own_decision':
      return new HttpError(409, 'You made this decision: someone else decides the appeal.', {
        code: 'own_decision',
      })
    case 'gone':
      return new HttpError(409, 'What was reported is no longer there. Dismiss the report.')
    case 'gone_for_good':
      return new HttpError(
        409,
        `What appeal ${refusal.report_id} is about is gone for good and can’t be brought back. Dismiss the appeal, and say so.`,
      )
    case 'closed':
      return new HttpError(404, 'Member not found')
    case 'profile':
      return invalid('decision', 'A profile can’t be hidden or removed. Warn or suspend its owner.')
    case 'published':
      return new HttpError(409, 'A logo in a published book can’t be removed. Hide it.')
    case 'staff':
      return new HttpError(403, 'Only an administrator suspends someone of the staff.')
    case 'juror':
      return new HttpError(
        409,
        `This member sits on the jury of ${refusal.book}. Only an administrator can suspend a juror at work.`,
        { code: 'on_jury', book: refusal.book },
      )
    case 'last_administrator':
      return onlyAdministrator(`${refusal.username} is`)
  }
}
