/** A call of the API that failed: what the server said, or 'network' when it could not be asked. */
export class ApiError extends Error {
  override name = 'ApiError';
  constructor(
    message: string,
    /** HTTP status, or 0 when no answer came */
    readonly status: number,
    /** the problem document (RFC 9457), when the server sent one */
    readonly problem?: { detail?: string; errors?: { field: string; message: string }[]; [member: string]: unknown },
    /** seconds that the server asks to wait before the next try (Retry-After); 0 when it does not say */
    readonly retryAfterS = 0,
  ) {
    super(message);
  }
}
