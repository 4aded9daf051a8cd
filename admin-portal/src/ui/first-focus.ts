const FIELDS = ['input:not([type="hidden"], [type="file"])', 'select', 'textarea']
  .map((field) => `${field}:not([disabled], [hidden], [readonly], [tabindex="-1"])`)
  .join();

/**
 * Moves the focus of a dialog that has just opened to its first field, or to the control marked `data-first-focus`, as the
 * pattern 'Dialog (Modal)' of the WAI-ARIA Authoring Practices advises. Without either it stays where the browser put it: on the
 * first button, which is Close in dialogs that only show something and the way back in questions.
 */
export function focusFirstField(dialog: HTMLElement): void {
  const first = dialog.querySelector<HTMLElement>('[data-first-focus]') ?? dialog.querySelector<HTMLElement>(FIELDS);
  const isRadio = first instanceof HTMLInputElement && first.type === 'radio';
  const chosen = isRadio ? dialog.querySelector<HTMLElement>(`input[name="${first.name}"]:checked`) : null;
  (chosen ?? first)?.focus();
}
