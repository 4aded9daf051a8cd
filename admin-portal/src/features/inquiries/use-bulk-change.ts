import type { InquiriesBulk, Inquiry } from '@godhuli/contracts/inquiries';
import { useMutation } from '@tanstack/react-query';
import { formatCount } from '../../ui/format-size';
import { useHost } from '../../ui/host-context';
import { changeSeveral } from './pipeline.requests';

/** Changes several inquiries and says how many were changed, and how many someone else had changed before. */
export function useBulkChange(reload: () => Promise<void>) {
  const { toast } = useHost();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ inquiries, change }: { inquiries: readonly Inquiry[]; change: InquiriesBulk['change'] }) =>
      changeSeveral(inquiries, change),
    meta: { errorTitle: 'We could not change these inquiries' },
    onSuccess({ changed, conflicts }) {
      const title = `${formatCount(changed.length, 'inquiry', 'inquiries')} changed`;
      if (conflicts.length === 0) return toast({ title });
      const others = formatCount(conflicts.length, 'inquiry was', 'inquiries were');
      const description = `${others} changed or deleted by someone else and stayed as they are.`;
      toast({ title, description, variant: 'destructive' });
    },
    onSettled: reload,
  });
  return { changeSeveral: mutate, isChanging: isPending };
}
