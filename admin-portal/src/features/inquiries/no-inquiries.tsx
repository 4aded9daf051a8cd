import { Button } from '../../ui/button';
import { Empty } from '../../ui/empty';

const scrolling = { flex: 1, overflow: 'auto' };

interface NoInquiriesProps {
  isFiltered: boolean;
  isSpam: boolean;
  onClear(): void;
}

/** The empty list. Without a button in it, it takes the focus itself, so that keys can scroll it in a low window. */
export function NoInquiries({ isFiltered, isSpam, onClear }: NoInquiriesProps) {
  if (isFiltered)
    return (
      <div css={scrolling}>
        <Empty title="No inquiries found">
          <p>No inquiry matches this search and these filters.</p>
          <Button onClick={onClear}>Clear search and filter</Button>
        </Empty>
      </div>
    );
  const title = isSpam ? 'No likely spam' : 'No inquiries yet';
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
    <section css={scrolling} tabIndex={0} aria-label={title}>
      <Empty title={title}>
        <p>
          {isSpam
            ? 'Inquiries that look like spam appear here.'
            : 'Inquiries from the form on the website appear here.'}
        </p>
      </Empty>
    </section>
  );
}
