import { LASTING_CHANNELS, NEVER_PROMOTED, type Remote } from '@godhuli/contracts/releases';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button';
import { code } from '../../ui/code.styles';
import { Confirm } from '../../ui/dialog';
import { useHost } from '../../ui/host-context';
import { moveFocusOnRemoval } from '../../ui/move-focus-on-removal';
import { rows } from '../../ui/rows.styles';
import { muted } from '../../ui/text.styles';
import { RELEASES, removeChannel } from './releases.requests';

interface NamedChannel {
  name: string;
  version: string;
  /** what the decision to remove it is based on */
  revision: string;
}

/** Returns the channels of a remote that were set by name, in the order of their names. */
export function namedChannels({ releases, revisions }: Remote): NamedChannel[] {
  return releases
    .flatMap(({ version, channels }) => channels.map((name) => ({ name, version })))
    .filter(({ name }) => !LASTING_CHANNELS.includes(name))
    .map((channel) => ({ ...channel, revision: revisions[channel.name] ?? NEVER_PROMOTED }))
    .sort((first, second) => first.name.localeCompare(second.name));
}

/** The channels of one remote that a team has set by name, each with its release. */
export function Channels({ remote, channels }: { remote: string; channels: readonly NamedChannel[] }) {
  const host = useHost();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<NamedChannel | null>(null);
  const remove = useMutation({
    mutationFn: ({ name, revision }: NamedChannel) => removeChannel(remote, name, revision),
    meta: { errorTitle: 'We could not remove the channel' },
    onSuccess: (_, { name }) => host.toast({ title: `The channel ${name} of ${remote} is removed` }),
    // Also after a failure: what is shown may be old.
    onSettled: () => queries.invalidateQueries({ queryKey: [RELEASES] }),
  });
  return (
    <div>
      <p css={muted}>A channel keeps its release for a review. Visitors do not see it.</p>
      <ul css={rows} aria-label={`Channels of ${remote}`}>
        {channels.map((channel) => (
          <li key={channel.name}>
            <div css={{ overflowWrap: 'anywhere' }}>
              {channel.name}
              <small css={code}>{channel.version}</small>
            </div>
            <Button
              ref={moveFocusOnRemoval}
              size="small"
              variant="quiet-bad"
              aria-label={`Remove ${channel.name}`}
              isBusy={remove.isPending && remove.variables.name === channel.name}
              onClick={() => setChosen(channel)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {chosen && (
        <Confirm
          question={`Are you sure you want to remove the channel ${chosen.name}?`}
          detail="Its release stays, but the files may be removed like those of any older release."
          confirmLabel="Remove"
          onConfirm={() => {
            setChosen(null);
            remove.mutate(chosen);
          }}
          onCancel={() => setChosen(null)}
        />
      )}
    </div>
  );
}
