/** What jsdom lacks of a browser and the portal uses. */
function showModal(this: HTMLDialogElement): void {
  this.setAttribute('open', '');
  this.querySelector<HTMLElement>('button, input, select, textarea, a[href]')?.focus();
}

/**
 * Styles by attribute alone. jsdom's own answer walks every rule for every element of every query by role, which
 * makes these tests ten times slower; what is seen is checked in a browser.
 */
function cheapStyle(element: Element): CSSStyleDeclaration {
  const isHidden = element.hasAttribute('hidden') || (element.tagName === 'DIALOG' && !element.hasAttribute('open'));
  const isClosed = element.parentElement?.matches('details:not([open])') && element.tagName !== 'SUMMARY';
  const values: Record<string, string> = {
    display: isHidden || isClosed ? 'none' : 'block',
    visibility: 'visible',
    opacity: '1',
    'pointer-events': 'auto',
  };
  const read = (name: string) => values[name] ?? '';
  return { ...values, pointerEvents: 'auto', getPropertyValue: read } as unknown as CSSStyleDeclaration;
}

export function installBrowserParts(): void {
  Object.assign(HTMLDialogElement.prototype, {
    showModal,
    close(this: HTMLDialogElement) {
      this.removeAttribute('open');
    },
  });
  Object.assign(URL, { createObjectURL: () => 'blob:preview', revokeObjectURL: () => undefined });
  // axe measures letters on a canvas; without one it does without.
  Object.assign(HTMLCanvasElement.prototype, { getContext: () => null });
  Object.assign(window, { scrollTo: () => undefined, getComputedStyle: cheapStyle });
}
