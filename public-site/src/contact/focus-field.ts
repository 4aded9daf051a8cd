/** Moves the focus to a control and shows its label too: WebKit scrolls to the caret, which leaves the label behind the header. */
export function focusField(control: HTMLElement): void {
  control.focus({ preventScroll: true });
  (control.closest('.field') ?? control).scrollIntoView({ block: 'nearest' });
}
