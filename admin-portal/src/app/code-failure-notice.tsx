import { useEffect } from 'react';
import { Banner, LoadFailure } from '../ui/banner';
import { Button } from '../ui/button';
import { moveFocusOnRemoval } from '../ui/move-focus-on-removal';
import type { CodeFailure } from './late-code';

interface CodeFailureNoticeProps {
  failure: CodeFailure;
  /** what could not be loaded, in a sentence */
  children: string;
  onRetry(): void;
}

/** Says that code of the portal could not be loaded, and what to do. When the browser is online again, it is tried again. */
export function CodeFailureNotice({ failure, children, onRetry }: CodeFailureNoticeProps) {
  useEffect(() => {
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
  }, [onRetry]);
  return (
    <div ref={moveFocusOnRemoval}>
      {failure === 'lost' ? (
        <LoadFailure onRetry={onRetry}>{`${children} Check your connection and try again.`}</LoadFailure>
      ) : (
        <Banner
          actions={
            <Button size="small" onClick={() => window.location.reload()}>
              Reload
            </Button>
          }
        >
          {`${children} A newer version of the portal is live. Reload to open it.`}
        </Banner>
      )}
    </div>
  );
}
