import { act, render, screen } from '@testing-library/react';
import { UpdateOffer } from './update-offer';

const VERSION = '1.0.0-aaaaaaaaaaaa';

it('CARD-7 an open tab that learns of a newer release offers a reload at the next navigation', async () => {
  let live = VERSION;
  const response = async () => ({ ok: true, json: async () => ({ generation: 8, remotes: { 'public-site': live } }) });
  Object.defineProperty(globalThis, 'fetch', { value: jest.fn(response), configurable: true, writable: true });
  const offer = (pathname: string) => <UpdateOffer remote="public-site" version={VERSION} pathname={pathname} />;
  const { rerender } = render(offer('/'));
  const showTab = () => act(async () => void document.dispatchEvent(new Event('visibilitychange')));

  await showTab();
  rerender(offer('/a'));
  expect(screen.queryByRole('status')).not.toBeInTheDocument();

  live = '1.1.0-bbbbbbbbbbbb';
  await showTab();
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
  rerender(offer('/b'));
  expect(screen.getByRole('status')).toHaveTextContent('A new version of this page is available.');
});
