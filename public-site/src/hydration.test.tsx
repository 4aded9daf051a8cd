import { createHostDouble } from '@godhuli/remote-kit/testing/host-double';
import { act, screen } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { App } from './app';
import { markAsStyled, standInForLayout } from './testing/render-site';
import { sampleSite } from './testing/sample-site';

beforeEach(() => void standInForLayout());
afterEach(() => document.body.replaceChildren());

it('the first render of the browser is the server’s: hydration says nothing, and what was typed before stays', async () => {
  const { host } = createHostDouble({ initialData: sampleSite() });
  markAsStyled(host);
  const root = document.createElement('div');
  root.innerHTML = renderToString(<App host={host} />);
  document.body.append(root);
  screen.getByLabelText<HTMLInputElement>('Full Name *').value = 'Typed early';
  const recovered = jest.fn();
  await act(async () => void hydrateRoot(root, <App host={host} />, { onRecoverableError: recovered }));
  expect(recovered).not.toHaveBeenCalled();
  expect(screen.getByLabelText('Full Name *')).toHaveValue('Typed early');
});
