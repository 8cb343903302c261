/** Puts the focus on the first field that is wrong, once that is shown. */
export function focusFirstFault(form: HTMLElement) {
  requestAnimationFrame(() =>
    form.querySelector<HTMLElement>('[aria-invalid], [data-invalid] input')?.focus(),
  )
}
