import userEvent from '@testing-library/user-event';
import { copyText } from './copy-text';

beforeEach(() => void userEvent.setup());

it('copies a text', async () => {
  expect(await copyText('secret-text')).toBe(true);
  expect(await navigator.clipboard.readText()).toBe('secret-text');
});

it('says that nothing was copied when the browser refuses', async () => {
  jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'));
  expect(await copyText('secret-text')).toBe(false);
});

it('says that nothing was copied over plain http, where there is no clipboard', async () => {
  jest.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as never);
  expect(await copyText('secret-text')).toBe(false);
});
