import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { UndoBar } from './undo-bar';

function Page() {
  const [isShown, setShown] = useState(true);
  return isShown && <UndoBar message="Deleted." onUndo={async () => undefined} onDismiss={() => setShown(false)} />;
}

it('reserves its height at the end of the page until it is dismissed', async () => {
  class AtOnce {
    constructor(private readonly onResize: () => void) {}
    observe() {
      this.onResize();
    }
    disconnect() {}
  }
  Object.assign(globalThis, { ResizeObserver: AtOnce });
  jest.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue({ top: innerHeight - 76 } as DOMRect);
  const reserved = () => document.documentElement.style.getPropertyValue('--undo-space');
  render(<Page />);
  expect(reserved()).toBe('76px');
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText('Deleted.')).toBeNull();
  expect(reserved()).toBe('');
});
