import type { Toast } from '@godhuli/contracts/host';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from '../app';
import { useHostDouble } from '../dev/host-double';

// Whole journeys through the portal, on machines that have other work too.
jest.setTimeout(30_000);

function Page({ onToast }: { onToast: (toast: Toast) => void }) {
  const { host } = useHostDouble();
  return host ? <App host={{ ...host, toast: onToast }} /> : <p>The website</p>;
}

/** Renders the portal at an address of the site; answers every toast raised, oldest first, and a user to act. */
export function renderApp(path = '/admin-old') {
  window.history.replaceState(null, '', path);
  const toasts: Toast[] = [];
  const view = render(<Page onToast={(toast) => toasts.push(toast)} />);
  return { toasts, user: userEvent.setup({ delay: null, pointerEventsCheck: 0 }), ...view };
}
