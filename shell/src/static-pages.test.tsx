import { fireEvent, screen } from '@testing-library/react';
import { prepareToastKey } from './boot/toast-key';
import { staticPages, toastArea } from './static-pages';

it.each([
  ['en', 'Notifications (F8)'],
  ['mr', 'सूचना (F8)'],
  ['hi', 'सूचनाएँ (F8)'],
])('TOAST-1 the toast area of a document in %s is named and takes the focus', (language, name) => {
  document.body.innerHTML = toastArea[language] ?? '';
  prepareToastKey();
  fireEvent.keyDown(document.body, { code: 'F8', key: 'F8' });
  expect(screen.getByRole('region', { name })).toContainElement(document.activeElement as HTMLElement);
});

it.each([
  ['en', '/', 'Back to Website'],
  ['mr', '/mr', 'संकेतस्थळावर परत'],
  ['hi', '/hi', 'वेबसाइट पर वापस'],
] as const)(
  'ROUTE-4 LANG-5 the page for an unknown path in %s leads to %s, with the words of the router',
  (language, home, back) => {
    document.body.innerHTML = staticPages.notFound[language];
    const links = [...document.querySelectorAll('a')];
    expect(links.map((link) => link.getAttribute('href'))).toEqual([home, home]);
    expect(links.at(-1)).toHaveTextContent(back);
    const heading = document.querySelector('h1');
    expect(heading).toHaveTextContent('Unexpected Application Error!');
    expect(heading?.closest('[lang]')).toHaveAttribute('lang', 'en');
  },
);
