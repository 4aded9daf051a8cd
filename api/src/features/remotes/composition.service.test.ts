import type { Composition } from '@godhuli/contracts/releases';
import { readComposition } from './composition.queries.js';
import { createCompositionSource } from './composition.service.js';

jest.mock('./composition.queries.js', () => ({ readComposition: jest.fn() }));

it('CARD-7 repeats a failed read after a notification, so that front doors hear of the promotion', async () => {
  const read = jest.mocked(readComposition);
  const compositionOf = (generation: number): Composition => ({ generation, remotes: {} });
  let notify: (payload: string) => void = () => undefined;
  const source = await createCompositionSource({
    db: {} as never,
    listen: async (_channel, onNotification) => {
      notify = onNotification;
      return async () => undefined;
    },
    logger: { warn: () => undefined } as never,
  });
  read.mockResolvedValueOnce(compositionOf(1));
  await source.current();
  const announced = new Promise<Composition>((resolve) => source.subscribe(resolve));
  read.mockRejectedValueOnce(new Error('no connection')).mockResolvedValue(compositionOf(2));
  notify('2');
  expect((await announced).generation).toBe(2);
  await source.close();
});
