import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Confirm } from '../../ui/dialog';
import { SITE } from './site.requests';

/** Key of the mutation that uploads a photo for the open form. */
export const PHOTO_UPLOAD = [SITE, 'photo'];

/** Asks before an action that may close the open form while a photo for it is uploading. */
export function useUploadQuestion() {
  const queries = useQueryClient();
  const [asked, setAsked] = useState<(() => void) | null>(null);
  return {
    unlessUploading(action: () => void): void {
      if (queries.isMutating({ mutationKey: PHOTO_UPLOAD }) > 0) setAsked(() => action);
      else action();
    },
    question: asked && (
      <Confirm
        question="A photo is still uploading. Continue without it?"
        confirmLabel="Continue without it"
        cancelLabel="Wait"
        onConfirm={() => {
          setAsked(null);
          asked();
        }}
        onCancel={() => setAsked(null)}
      />
    ),
  };
}
