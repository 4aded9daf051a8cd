import { act, fireEvent, render, screen } from '@testing-library/react';
import { toast } from './toast-store';
import { Toasts } from './toasts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  act(() => jest.runOnlyPendingTimers());
  jest.useRealTimers();
});

const area = () => screen.getByRole('region', { name: /notifications/i });
const titles = () => [...area().querySelectorAll('.shell-toast__title')].map((element) => element.textContent);

it('TOAST-1 shows one toast at a time; a new one replaces the old', () => {
  render(<Toasts />);
  act(() => toast({ title: 'First', description: 'one' }));
  expect(titles()).toEqual(['First']);
  act(() => toast({ title: 'Second' }));
  expect(titles()).toEqual(['Second']);
});

it('TOAST-1 a toast stays 5000 ms', () => {
  render(<Toasts />);
  act(() => toast({ title: 'Saved' }));
  act(() => jest.advanceTimersByTime(4999));
  expect(titles()).toEqual(['Saved']);
  act(() => jest.advanceTimersByTime(1));
  expect(titles()).toEqual([]);
});

it('TOAST-1 a toast may have its own duration, and is dismissed by its button', () => {
  render(<Toasts />);
  act(() => toast({ title: 'Undo?', durationMs: 60_000 }));
  act(() => jest.advanceTimersByTime(30_000));
  expect(titles()).toEqual(['Undo?']);
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(titles()).toEqual([]);
});

it.each([
  ['en-IN', 'Notifications (F8)', 'Dismiss'],
  ['mr', 'सूचना (F8)', 'बंद करा'],
  ['hi', 'सूचनाएँ (F8)', 'बंद करें'],
])('LANG-8 in a document in %s the toast area says %s', (lang, region, dismiss) => {
  document.documentElement.lang = lang;
  render(<Toasts />);
  act(() => toast({ title: 'जतन केले' }));
  expect(screen.getByRole('region', { name: region })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: dismiss })).toBeVisible();
  document.documentElement.lang = '';
});

it('TOAST-1 F8 focuses notifications', () => {
  render(<Toasts />);
  fireEvent.keyDown(document, { code: 'F8', key: 'F8' });
  expect(area().contains(document.activeElement)).toBe(true);
});

it('TOAST-1 a swipe of 50 px sends it away, a shorter one does not', () => {
  render(<Toasts />);
  act(() => toast({ title: 'Swipe me' }));
  const element = area().querySelector('.shell-toast') as HTMLElement;
  element.setPointerCapture = () => undefined;
  element.hasPointerCapture = () => true;
  element.releasePointerCapture = () => undefined;
  const swipe = (distance: number) => {
    const at = (type: string, clientX: number) =>
      fireEvent(
        element,
        Object.assign(new MouseEvent(type, { bubbles: true, clientX, clientY: 0, button: 0 }), {
          pointerType: 'touch',
          pointerId: 1,
        }),
      );
    at('pointerdown', 0);
    at('pointermove', 12);
    at('pointermove', distance);
    at('pointerup', distance);
  };
  swipe(49);
  expect(titles()).toEqual(['Swipe me']);
  swipe(51);
  expect(titles()).toEqual([]);
});

it('a failure interrupts a screen reader, a success waits for it', () => {
  render(<Toasts />);
  act(() => toast({ title: 'Submission Failed', variant: 'destructive' }));
  expect(screen.getAllByRole('status')[0]).toHaveAttribute('aria-live', 'assertive');
});
