import type { HostApi } from '@godhuli/contracts/host';
import { act, render } from '@testing-library/react';
import { HostProvider } from '../../ui/host-context';
import { type InboxUrl, useInboxUrl } from './use-inbox-url';
import { type OpenInquiry, useOpenInquiry } from './use-open-inquiry';

interface Result {
  url: InboxUrl;
  inquiry: OpenInquiry;
}

function Probe({ onRender }: { onRender(result: Result): void }) {
  const url = useInboxUrl();
  onRender({ url, inquiry: useOpenInquiry(url, false) });
  return null;
}

/** Renders the hooks under a host that shows a requested URL when the test says so, like a router in a transition. */
function renderOpenInquiry(start: string) {
  const requested: string[] = [];
  const navigate = (to: string) => requested.push(to);
  const seen: { result?: Result } = {};
  const at = (url: string) => {
    const { pathname, search, hash } = new URL(url, 'https://studio.test');
    const host = { basePath: '/admin', location: { pathname, search, hash }, navigate } as unknown as HostApi;
    return (
      <HostProvider value={host}>
        <Probe
          onRender={(result) => {
            seen.result = result;
          }}
        />
      </HostProvider>
    );
  };
  const { rerender } = render(at(start));
  const latest = () => seen.result as Result;
  return {
    requested,
    id: () => latest().inquiry.id,
    open: (id: string) => act(() => latest().inquiry.open(id)),
    filter: (search: string) => act(() => latest().url.go({ search }, { replace: true })),
    show: (url: string) => rerender(at(url)),
    /** Shows the oldest requested URL that is not shown yet. */
    showNext: () => rerender(at(requested.shift() ?? '')),
  };
}

const INBOX = '/admin/dashboard/inquiries';

it('keeps the inquiry that was opened last when the host shows earlier URLs later', () => {
  const page = renderOpenInquiry(`${INBOX}#1`);
  page.open('2');
  page.showNext();
  page.open('1');
  page.open('2');
  expect(page.requested).toEqual([`${INBOX}#1`, `${INBOX}#2`]);
  page.showNext();
  expect(page.id()).toBe('2');
  page.showNext();
  expect(page.id()).toBe('2');
});

it('keeps a filter that was requested just before an inquiry is opened', () => {
  const page = renderOpenInquiry(INBOX);
  page.filter('?status=New');
  page.open('2');
  expect(page.requested.at(-1)).toBe(`${INBOX}?status=New#2`);
});

it('opens the inquiry of a link that is followed while another one is open', () => {
  const page = renderOpenInquiry(`${INBOX}#1`);
  page.show(`${INBOX}#7`);
  expect(page.id()).toBe('7');
});
