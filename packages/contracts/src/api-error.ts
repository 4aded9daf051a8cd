/** A failed call of the API: an error response, or no response. */
export class ApiError extends Error {
  override name = 'ApiError';
  constructor(
    message: string,
    /** HTTP status, or 0 without a response */
    readonly status: number,
    /** the problem document (RFC 9457), if the server sent one */
    readonly problem?: { detail?: string; errors?: { field: string; message: string }[]; [member: string]: unknown },
    /** seconds to wait before a retry (Retry-After); 0 if the server names none */
    readonly retryAfterS = 0,
  ) {
    super(message);
  }
}
