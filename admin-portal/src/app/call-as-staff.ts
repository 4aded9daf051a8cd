import { API_CREDENTIALS, type ApiCallInit, callApi } from '@godhuli/contracts/call-api';
import { documentKeyHeader, readWithKey } from './document-key';

/** Sends a request to the API with the session. */
export function callAsStaff(path: string, init: ApiCallInit = {}): Promise<unknown> {
  const headers = new Headers(init.headers);
  for (const [name, value] of Object.entries(documentKeyHeader())) headers.set(name, value);
  return callApi(path, { read: readWithKey, ...init, headers });
}

/** Prepares an upload, for which fetch reports no progress, as `callAsStaff` prepares its requests. @param request is open */
export function setStaffHeaders(request: XMLHttpRequest): void {
  request.withCredentials = API_CREDENTIALS === 'include';
  request.setRequestHeader('accept', 'application/json');
  for (const [name, value] of Object.entries(documentKeyHeader())) request.setRequestHeader(name, value);
}
