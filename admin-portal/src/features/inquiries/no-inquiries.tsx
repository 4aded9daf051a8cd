import { Button } from '../../ui/button';
import { Empty } from '../../ui/empty';

interface NoInquiriesProps {
  isFiltered: boolean;
  isSpam: boolean;
  onClear(): void;
}

/** The empty list. */
export function NoInquiries({ isFiltered, isSpam, onClear }: NoInquiriesProps) {
  return (
    <div css={{ flex: 1, overflow: 'auto' }}>
      {isFiltered ? (
        <Empty title="No inquiries found">
          <p>No inquiry matches this search and these filters.</p>
          <Button onClick={onClear}>Clear search and filter</Button>
        </Empty>
      ) : (
        <Empty title={isSpam ? 'No likely spam' : 'No inquiries yet'}>
          <p>
            {isSpam
              ? 'Inquiries that look like spam appear here.'
              : 'Inquiries from the form on the website appear here.'}
          </p>
        </Empty>
      )}
    </div>
  );
}
