import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { type Path, type UseFormSetError, type UseFormSetFocus, useForm, useWatch } from 'react-hook-form'
import { CallError } from '../../../shared/endpoint.ts'
import {
  type Applicant,
  keepPassword,
  readDraft,
  readPassword,
  writeDraft,
} from '../../domain/joining/join-draft.ts'
import { recordOf } from '../../lib/api/record-of.ts'
import { useUnsentWork } from '../../lib/navigation/unsent-work.ts'
import { showToast } from '../../lib/toast/toast.ts'
import { type JoinFields, joinForm } from './join-form.ts'
import { useValidateRegistration } from './queries.ts'

const stageOne = ['username', 'password', 'terms'] as const

const blank: JoinFields = {
  username: '',
  password: '',
  first_name: '',
  last_name: '',
  company: '',
  email: '',
  phone: '',
  address1: '',
  address2: '',
  city: '',
  state: '',
  zip: '',
  country: '',
  terms: false,
}

/** The form's state: its draft survives a reload, and the server validates it before `onValid`. */
export function useJoinForm(onValid: (user: Applicant) => void) {
  const [start] = useState(() => ({ ...blank, ...readDraft(), password: readPassword() }))
  const [isReturning] = useState(() => readDraft().isNamed === true && !readPassword())
  const [isNamed, setIsNamed] = useState(() => readDraft().isNamed === true)
  /** The server's warning about a company's name: sent again with the same name, the form is accepted. */
  const [warned, setWarned] = useState<{ company: string; text: string }>()
  const { mutateAsync: validate } = useValidateRegistration()
  const { register, handleSubmit, control, formState, setError, setFocus, setValue, trigger } =
    useForm<JoinFields>({
      resolver: zodResolver(joinForm),
      defaultValues: start,
    })
  const { errors, isSubmitting } = formState
  const values = useWatch({ control })
  // Everything else survives a reload.
  useUnsentWork(!!values.password)

  useEffect(() => {
    const { password = '', ...rest } = { ...blank, ...values }
    keepPassword(password)
    writeDraft({ ...rest, isNamed })
  }, [values, isNamed])

  const goOn = async () => {
    if (!(await trigger(stageOne, { shouldFocus: true }))) return
    setIsNamed(true)
  }

  const send = handleSubmit(async ({ terms: _terms, ...user }) => {
    try {
      const warnings = recordOf(await validate({ user, isNew: true }))?.warnings
      if (warnings?.company && warned?.company !== user.company) {
        setWarned({ company: user.company, text: warnings.company })
        setFocus('company')
        return
      }
      const { password: _password, ...applicant } = user
      onValid(applicant)
    } catch (error) {
      showErrors(error, setError, setFocus)
    }
  })

  const field = (name: Exclude<Path<JoinFields>, 'terms'>) => ({
    // Before the first submit the form does not revalidate by itself: a corrected error would stay.
    ...register(name, { onChange: () => errors[name] && void trigger(name) }),
    error: errors[name]?.message,
  })

  return {
    form: { register, errors, values, field, setValue, trigger },
    isNamed,
    isSubmitting,
    isReturning,
    hasName: !!start.first_name,
    warning: warned && warned.company === values.company?.trim() ? warned.text : undefined,
    goOn,
    send,
  }
}

/** Shows the server's field errors in their fields and as toasts, anything else as one toast. */
function showErrors(
  error: unknown,
  setError: UseFormSetError<JoinFields>,
  setFocus: UseFormSetFocus<JoinFields>,
) {
  // Without an answer there is no message of the server.
  const body = error instanceof CallError && error.status ? error.body : undefined
  const entries = Object.entries(body?.errors ?? {})
  for (const [name, message] of entries) {
    showToast(`${name}: ${message}`)
    if (isField(name)) setError(name, { message })
  }
  const first = entries.find(([name]) => isField(name))
  if (first) setFocus(first[0] as Path<JoinFields>)
  if (!entries.length) showToast(`Invalid User Info: ${body?.error || 'Unknown error'}`)
}

export type JoinFormState = ReturnType<typeof useJoinForm>['form']

const isField = (name: string): name is Path<JoinFields> => name in blank
