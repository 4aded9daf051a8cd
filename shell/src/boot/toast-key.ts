/** F8 focuses the toast area (TOAST-1), whether the document, or later React, has rendered it. */
export const prepareToastKey = () =>
  addEventListener('keydown', ({ code }) => {
    if (code === 'F8') document.querySelector<HTMLElement>('.shell-toasts')?.focus({ preventScroll: true });
  });
