import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { createHostDouble } from '@godhuli/remote-kit/testing/host-double';
import { act, screen } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { App } from './app';
import { standInForLayout } from './testing/render-site';
import { sampleSite } from './testing/sample-site';

it('the first render of the browser is the server’s: hydration says nothing, and what was typed before stays', async () => {
  standInForLayout();
  const { host } = createHostDouble({ initialData: sampleSite() });
  const cache = createCache({ key: 'public-site' });
  cache.sheet.insert = () => undefined;
  const page = () => (
    <CacheProvider value={cache}>
      <App host={host} />
    </CacheProvider>
  );
  const root = document.createElement('div');
  // In jsdom emotion renders as in a browser, so no styles stand in this markup.
  root.innerHTML = renderToString(page());
  document.body.append(root);
  screen.getByLabelText<HTMLInputElement>('Full Name *').value = 'Typed early';
  const recovered = jest.fn();
  await act(async () => void hydrateRoot(root, page(), { onRecoverableError: recovered }));
  expect(recovered).not.toHaveBeenCalled();
  expect(screen.getByLabelText('Full Name *')).toHaveValue('Typed early');
});
