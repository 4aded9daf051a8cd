import type { Toast } from '@godhuli/contracts/host';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from '../app';
import { useHostDouble } from '../dev/host-double';

// These tests go through the whole portal, and the machine may be busy.
jest.setTimeout(30_000);

function Page({ onToast }: { onToast: (toast: Toast) => void }) {
  const { host } = useHostDouble();
  return host ? <App host={{ ...host, toast: onToast }} /> : <p>The website</p>;
}

/** Renders the portal at a URL of the site. Returns the shown toasts, oldest first, and a user for the interactions. */
export function renderApp(path = '/admin-old') {
  window.history.replaceState(null, '', path);
  const toasts: Toast[] = [];
  const view = render(<Page onToast={(toast) => toasts.push(toast)} />);
  return { toasts, user: userEvent.setup({ delay: null, pointerEventsCheck: 0 }), ...view };
}
