import { callApi } from '@godhuli/contracts/call-api';

/** A response that no screen has read for this long is too old. */
const USABLE_MS = 10_000;

interface EarlyRequest {
  response: Promise<Response>;
  startedAt: number;
}
const requests = new Map<string, EarlyRequest>();

/** Sends the GET request of a screen whose code is still loading. The first call of the same path gets the response. */
export function requestEarly(path: string): void {
  if (requests.has(path)) return;
  const response = callApi(path, { read: async (sent) => sent }) as Promise<Response>;
  // The call that gets the response handles a failure.
  response.catch(() => undefined);
  requests.set(path, { response, startedAt: Date.now() });
}

/** Returns the successful response of an early request once, or undefined if there is none. */
export function takeEarlyResponse(path: string): Promise<Response> | undefined {
  const request = requests.get(path);
  requests.delete(path);
  return request && Date.now() - request.startedAt < USABLE_MS ? request.response : undefined;
}

/** Forgets the early requests, so that no user gets what another one requested. */
export function dropEarlyRequests(): void {
  requests.clear();
}
