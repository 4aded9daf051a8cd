import type { Inquiry } from '@godhuli/contracts/inquiries';
import { LoadFailure } from '../../ui/banner';
import { visuallyHidden } from '../../ui/text.styles';
import { InquiryList, InquiryListSkeleton, type InquirySelection } from './inquiry-list';
import { NoInquiries } from './no-inquiries';
import type { InquiryList as List } from './use-inquiry-list';

interface InquiryListPanelProps extends InquirySelection {
  list: List;
  /** the loaded inquiries that match the filter, in order */
  shown: readonly Inquiry[];
  /** how many match, loaded or not; null: unknown */
  total: number | null;
  isFiltered: boolean;
  isSpam: boolean;
  onClearFilter(): void;
}

/** The list of inquiries, or why there is none. */
export function InquiryListPanel(props: InquiryListPanelProps) {
  const { list, shown, total, isFiltered, isSpam, onClearFilter, ...selection } = props;
  if (list.state === 'loading') {
    return (
      <>
        <p role="status" css={visuallyHidden}>
          Loading inquiries…
        </p>
        <InquiryListSkeleton />
      </>
    );
  }
  if (list.state === 'failed') {
    return (
      <div css={{ padding: '1.25rem', flex: 1 }}>
        <LoadFailure onRetry={() => void list.reload()}>
          We could not load the inquiries. Check your connection and try again.
        </LoadFailure>
      </div>
    );
  }
  if (shown.length === 0 && !list.query.hasNextPage) {
    return <NoInquiries isFiltered={isFiltered} isSpam={isSpam} onClear={onClearFilter} />;
  }
  return <InquiryList {...selection} inquiries={shown} total={total} query={list.query} />;
}
