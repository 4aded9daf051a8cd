import { PASSWORD_REQUIRED } from '@godhuli/contracts/account';
import { DOCUMENT_OUTDATED } from '@godhuli/contracts/document-key';
import type { FieldError } from '@godhuli/contracts/problem';
import { SECOND_FACTOR_REQUIRED } from '@godhuli/contracts/second-factor';

/**
 * Errors in terms of the studio, without HTTP; only `problems.ts` turns them into responses. `detail` is shown to people, so
 * it never contains a cause. `members` are added to the problem document.
 */
export abstract class DomainError extends Error {
  constructor(
    readonly detail: string,
    readonly members: Readonly<Record<string, unknown>> = {},
    options?: ErrorOptions,
  ) {
    super(detail, options);
    this.name = new.target.name;
  }
}

/** Invalid fields; `errors` names each of them. */
export class BadInput extends DomainError {
  constructor(
    readonly errors: FieldError[],
    detail = 'Please fix the fields below.',
  ) {
    super(detail, { errors });
  }
}

/** A body that cannot be parsed, such as invalid JSON. */
export class Malformed extends DomainError {
  constructor(detail = 'The request body is not valid JSON.') {
    super(detail);
  }
}

export class NotFound extends DomainError {
  constructor(detail = 'Not found.') {
    super(detail);
  }
}

/** Someone else changed it first, or it already exists. */
export class Conflict extends DomainError {}

/** Who saved the stored version of something, and when. */
export interface LastChange {
  changedBy: string;
  changedAt: string;
}

interface StaleVersionOptions {
  /** id of the audit entries, unless it is the `_id` of `current` */
  entityId?: string;
  /** what the audit entry of the stored version has in `after`; without it, the newest entry of the entity counts */
  savedAs?: object;
  /** stored values of fields that `current` lacks or names differently */
  stored?: object;
  lastChange?: LastChange;
}

/** The stored version is not the one that the editor saw. */
export class StaleVersion extends Conflict {
  /** @param current what is stored, as the response to a change returns it */
  constructor(
    detail: string,
    readonly current: object,
    readonly options: StaleVersionOptions = {},
  ) {
    super(detail, { current, ...options.lastChange });
  }
}

export class NotSignedIn extends DomainError {
  constructor(detail = 'Please sign in first.') {
    super(detail);
  }
}

/** The document does not have the key of the session (decision 051); the code lets the portal ask for the password. */
export class DocumentOutdated extends DomainError {
  constructor() {
    super('Somebody has signed in again in this browser. Please reload the page.', { code: DOCUMENT_OUTDATED });
  }
}

export class NotAllowed extends DomainError {
  constructor(detail = 'You do not have permission to do this.') {
    super(detail);
  }
}

/** The action needs the password again; the code lets a client ask for it. */
export class PasswordRequired extends DomainError {
  constructor() {
    super('Please enter your password to continue.', { code: PASSWORD_REQUIRED });
  }
}

/** An admin requires a second factor, and this user has none yet; the code lets a client offer to add one. */
export class SecondFactorRequired extends DomainError {
  constructor() {
    super('Please add a second factor to your account first.', { code: SECOND_FACTOR_REQUIRED });
  }
}

export class TooLarge extends DomainError {}

export class UnsupportedType extends DomainError {}

/** Refused after an examination as a whole; `members` are the details. */
export class Refused extends DomainError {}

/** Too many attempts; the next one is possible after `retryAfterSeconds`. */
export class TooManyAttempts extends DomainError {
  constructor(
    readonly retryAfterSeconds: number,
    detail = 'Too many attempts. Please wait a few minutes and try again.',
  ) {
    super(detail);
  }
}

/** A dependency (the database, another site) does not respond at the moment. */
export class Unavailable extends DomainError {
  constructor(
    detail = 'The service is not available. Please try again in a moment.',
    readonly retryAfterSeconds = 5,
    options?: ErrorOptions,
  ) {
    super(detail, {}, options);
  }
}
