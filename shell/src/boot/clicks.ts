import { endDeferredLayout } from './deferred-layout';

/** Prepares the page for what a click does by default. */
export const prepareClicks = () =>
  addEventListener(
    'click',
    ({ target }) => {
      // Safari focuses what is around a button that is clicked, so nothing could give the focus back to the button.
      const button = (target as Element).closest?.('button');
      if (button && document.activeElement?.contains(button)) button.focus({ preventScroll: true });
      // A link to a section needs the true heights at once.
      const link = (target as Element).closest?.('a[href^="#"]');
      if (!link) return;
      endDeferredLayout();
      link.closest<HTMLElement>('[popover]')?.hidePopover?.();
    },
    true,
  );
