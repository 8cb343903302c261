/** Focuses the first invalid field or its button, after the errors are rendered. */
export function focusFirstFault(form: HTMLElement) {
  requestAnimationFrame(() =>
    form.querySelector<HTMLElement>('[aria-invalid], [data-invalid] input, [data-fault]')?.focus(),
  )
}
