import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';
import playfairDisplay from '@fontsource-variable/playfair-display/files/playfair-display-latin-wght-normal.woff2';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { remote } from '../remote';
import { BASE_PATH, useHostDouble } from './host-double';

// The host provides these fonts; without a host, the app loads its own copies.
document.fonts.add(new FontFace('Inter', `url("${inter}") format("woff2")`, { weight: '100 900' }));
document.fonts.add(
  new FontFace('Playfair Display', `url("${playfairDisplay}") format("woff2")`, { weight: '400 900' }),
);

function Standalone() {
  const { host, toast, dismiss } = useHostDouble();
  return (
    <>
      {host ? (
        <remote.App host={host} />
      ) : (
        <p>
          The website would be here. <a href={BASE_PATH}>Back to the portal</a>
        </p>
      )}
      <output
        data-variant={toast?.variant ?? 'default'}
        style={{ position: 'fixed', top: 104, right: 24, maxWidth: '24rem', fontFamily: 'Inter, sans-serif' }}
      >
        {toast && (
          <span style={{ display: 'block', background: '#fffdf9', border: '1px solid #dcd1bf', padding: '1rem' }}>
            <strong>{toast.title}</strong> {toast.description}{' '}
            <button type="button" onClick={dismiss}>
              Dismiss
            </button>
          </span>
        )}
      </output>
    </>
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root.');
createRoot(root).render(
  <StrictMode>
    <Standalone />
  </StrictMode>,
);
