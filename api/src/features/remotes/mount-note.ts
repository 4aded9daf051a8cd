import { MOUNTS } from '@godhuli/contracts/mounts';

/** Returns the note for a remote that no mount path shows, as a member of a response: its name may be misspelt. */
export const mountNote = (remote: string): { note?: string } =>
  MOUNTS.some((mount) => mount.remote === remote)
    ? {}
    : {
        note: `No mount path shows ${remote}. Check the name, or ask the team of the shell for a line in packages/contracts/src/mounts.ts.`,
      };
