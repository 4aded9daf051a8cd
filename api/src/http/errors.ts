import { PASSWORD_REQUIRED } from '@godhuli/contracts/account';
import type { FieldError } from '@godhuli/contracts/problem';

/**
 * What can go wrong in the studio's own terms. These know nothing of HTTP; `problems.ts` alone turns them
 * into answers. `detail` is a sentence that may be shown to people, so it never holds a cause.
 */
export abstract class DomainError extends Error {
  constructor(
    readonly detail: string,
    options?: ErrorOptions,
  ) {
    super(detail, options);
    this.name = new.target.name;
  }
}

/** Fields that do not fit; `errors` names each of them. */
export class BadInput extends DomainError {
  constructor(
    readonly errors: FieldError[],
    detail = 'Please fix the fields below.',
  ) {
    super(detail);
  }
}

/** A body that cannot be read at all, e.g. broken JSON. */
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

/** Someone else changed it first, or it exists already. `members` go into the problem document. */
export class Conflict extends DomainError {
  constructor(
    detail: string,
    readonly members: Readonly<Record<string, unknown>> = {},
  ) {
    super(detail);
  }
}

export class NotSignedIn extends DomainError {
  constructor(detail = 'Please sign in first.') {
    super(detail);
  }
}

export class NotAllowed extends DomainError {
  constructor(detail = 'You do not have permission to do this.') {
    super(detail);
  }
}

/** The action needs the password again. */
export class PasswordRequired extends DomainError {
  /** goes into the problem document, so that a program knows what to ask for */
  readonly members = { code: PASSWORD_REQUIRED };
  constructor() {
    super('Please enter your password to continue.');
  }
}

export class TooLarge extends DomainError {}

export class UnsupportedType extends DomainError {}

/** Something that was examined as a whole and refused; `members` say more, and go into the problem document. */
export class Refused extends DomainError {
  constructor(
    detail: string,
    readonly members: Readonly<Record<string, unknown>>,
  ) {
    super(detail);
  }
}

/** Too many tries; the next one may come in `retryAfterSeconds`. */
export class TooManyAttempts extends DomainError {
  constructor(
    readonly retryAfterSeconds: number,
    detail = 'Too many attempts. Please wait a few minutes and try again.',
  ) {
    super(detail);
  }
}

/** A part we need (the database, another site) does not answer just now. */
export class Unavailable extends DomainError {
  constructor(
    detail = 'The service is not available. Please try again in a moment.',
    readonly retryAfterSeconds = 5,
    options?: ErrorOptions,
  ) {
    super(detail, options);
  }
}
