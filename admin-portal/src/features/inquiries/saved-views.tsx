import type { InquiryView } from '@godhuli/contracts/inquiries';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import X from 'lucide-react/icons/x';
import { type FormEvent, useState } from 'react';
import { INQUIRIES } from '../../app/query-keys';
import { Button } from '../../ui/button';
import { Confirm } from '../../ui/dialog';
import { inputStyles } from '../../ui/field.styles';
import { saveForm, views } from './inbox-filters.styles';
import { filterFromQuery, queryFromFilter } from './inbox-url';
import type { InquiryFilter } from './inquiries.requests';
import { deleteView, loadViews, saveView } from './pipeline.requests';

const VIEWS = [INQUIRIES, 'views'];

interface SavedViewsProps {
  filter: InquiryFilter;
  onFilter(filter: InquiryFilter): void;
}

/** The saved filters of this user and of everyone, and a form that saves the current one. */
export function SavedViews({ filter, onFilter }: SavedViewsProps) {
  const queryClient = useQueryClient();
  const { data = [] } = useQuery({ queryKey: VIEWS, queryFn: ({ signal }) => loadViews(signal) });
  const [name, setName] = useState('');
  const [unwanted, setUnwanted] = useState<InquiryView | null>(null);
  const [isShared, setIsShared] = useState(false);
  const reload = () => queryClient.invalidateQueries({ queryKey: VIEWS });
  const saving = useMutation({
    mutationFn: saveView,
    meta: { errorTitle: 'We could not save this view' },
    onSuccess: () => setName(''),
    onSettled: reload,
  });
  const deleting = useMutation({
    mutationFn: ({ _id }: InquiryView) => deleteView(_id),
    meta: { errorTitle: ({ name }: InquiryView) => `We could not delete the view ${name}` },
    onSettled: reload,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim()) saving.mutate({ name: name.trim(), query: queryFromFilter(filter), isShared });
  };
  return (
    <>
      {data.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset does not wrap as a flex box in every browser
        <div css={views} role="group" aria-label="Saved views">
          {data.map((view) => (
            <span key={view._id}>
              <button type="button" onClick={() => onFilter(filterFromQuery(view.query))}>
                {view.name}
                {view.isShared && ' (shared)'}
              </button>
              {view.canDelete && (
                <button type="button" aria-label={`Delete the view ${view.name}`} onClick={() => setUnwanted(view)}>
                  <X aria-hidden="true" size={14} strokeWidth={1.75} />
                </button>
              )}
            </span>
          ))}
        </div>
      )}
      {unwanted && (
        <Confirm
          question={`Delete the view ${unwanted.name}?`}
          detail={
            unwanted.isShared
              ? 'Everyone sees this view. It will be deleted for everyone. No inquiry is deleted.'
              : 'No inquiry is deleted.'
          }
          confirmLabel="Delete view"
          onConfirm={() => {
            setUnwanted(null);
            deleting.mutate(unwanted);
          }}
          onCancel={() => setUnwanted(null)}
        />
      )}
      <form css={saveForm} onSubmit={submit}>
        <input
          css={inputStyles}
          aria-label="Name of a new view"
          placeholder="Save this as a view"
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <label>
          <input type="checkbox" checked={isShared} onChange={(event) => setIsShared(event.target.checked)} /> For
          everyone
        </label>
        <Button size="small" type="submit" disabled={!name.trim() || saving.isPending}>
          Save view
        </Button>
      </form>
    </>
  );
}
