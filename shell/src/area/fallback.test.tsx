import { render, screen } from '@testing-library/react';
import { labels } from '../static-pages';
import { Fallback } from './fallback';

const show = (language: string, readable: boolean) =>
  render(<Fallback readable={readable} labels={labels[language]} trying={false} onRetry={jest.fn()} />);

it.each(['mr', 'hi'])('LANG-4 the bar of a readable page in %s speaks its language', (language) => {
  show(language, true);
  const bar = screen.getByRole('status');
  expect(bar).toHaveTextContent(`${labels[language]?.partly}${labels[language]?.retry}`);
  expect(bar).toHaveAttribute('lang', language);
});

it('LANG-5 the bar is marked as English where the document has no labels', () => {
  show('en', true);
  expect(screen.getByRole('status')).toHaveAttribute('lang', 'en');
});

it('LANG-5 the notice instead of a page is in English, and says so', () => {
  show('mr', false);
  expect(screen.getByRole('button', { name: 'Try again' }).closest('[lang]')).toHaveAttribute('lang', 'en');
});
