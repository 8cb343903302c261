import { zodResolver } from '@hookform/resolvers/zod'
import type { FieldValues, Resolver } from 'react-hook-form'
import * as z from 'zod/mini'

/**
 * Checks a react-hook-form by the contract's schema where a call takes its fields in another form: `inputOf` makes the input.
 * The schema's fields have the names of the form's. The form's handler gets the fields as they are.
 */
export function resolveAs<Fields extends FieldValues, Input>(
  schema: z.core.$ZodType<unknown, Input>,
  inputOf: (fields: Fields) => Input,
): Resolver<Fields> {
  const input = z.transform((fields: Fields): unknown => inputOf(fields))
  return zodResolver(z.pipe(input, schema), undefined, { raw: true })
}
