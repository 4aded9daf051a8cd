import { fireEvent, screen } from '@testing-library/react';
import { renderApp } from './testing/render-app';

it('LEG-2 shows a toast after every action and never calls a server', async () => {
  const requests = jest.fn();
  Object.assign(globalThis, { fetch: requests, EventSource: requests, WebSocket: requests });
  Object.defineProperty(navigator, 'sendBeacon', { configurable: true, value: requests });
  jest.spyOn(XMLHttpRequest.prototype, 'open').mockImplementation(requests);
  jest.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(requests);
  jest.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(requests);
  URL.createObjectURL = () => 'blob:logo';
  URL.revokeObjectURL = () => undefined;

  const { user, toasts } = renderApp('/admin-old/portfolio');
  await user.type(screen.getByLabelText('Title *'), 'Haldi Hour');
  await user.selectOptions(screen.getByLabelText('Category *'), 'wedding');
  const acts: [tab: string, act: () => Promise<void> | boolean][] = [
    ['Portfolio', () => user.click(screen.getByRole('button', { name: 'Add to Portfolio' }))],
    ['Packages', () => user.click(screen.getByRole('button', { name: 'Update Essential' }))],
    ['Inquiries', () => user.click(screen.getByRole('button', { name: 'Reply to Farhan Shaikh' }))],
    [
      'Settings',
      () =>
        fireEvent.drop(screen.getByRole('region', { name: 'Logo upload' }), {
          dataTransfer: { files: [new File(['png'], 'mark.png', { type: 'image/png' })] },
        }),
    ],
    ['Settings', () => user.click(screen.getByRole('button', { name: 'Save Logo' }))],
    ['Settings', () => user.click(screen.getByRole('button', { name: 'Save Theme' }))],
  ];
  for (const [index, [tab, act]] of acts.entries()) {
    await user.click(screen.getByRole('tab', { name: tab }));
    await act();
    expect(toasts).toHaveLength(index + 1);
  }
  expect(requests).not.toHaveBeenCalled();
});
