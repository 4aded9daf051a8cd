import { type PhotoEncoding, photoEncodingSchema } from '@godhuli/contracts/photo-encoding';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../app/call';

const URL = '/api/admin/media/encoding';
/** While photos are encoded, one takes several seconds. */
const CHECK_EVERY_MS = 5000;

export const encodingQuery = queryOptions({
  queryKey: ['photo-encoding'],
  queryFn: ({ signal }) => call(photoEncodingSchema, URL, { signal }),
  refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : CHECK_EVERY_MS),
});

/** Whether the state changes only when someone does something. */
const isOver = ({ state }: PhotoEncoding) => state === 'done';

export const changeEncoding = (action: 'pause' | 'resume' | 'retry'): Promise<PhotoEncoding> =>
  call(photoEncodingSchema, URL, { method: 'POST', json: { action } });
