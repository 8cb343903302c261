/** Puts the focus on the first field or button that is about something wrong, once that is shown. */
export function focusFirstFault(form: HTMLElement) {
  requestAnimationFrame(() =>
    form.querySelector<HTMLElement>('[aria-invalid], [data-invalid] input, [data-fault]')?.focus(),
  )
}
