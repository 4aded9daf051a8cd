import { z } from 'zod';
import { idSchema, requiredText, timestampSchema } from './text.js';

/**
 * The `code` of a 403: an admin requires a second factor, and this user has none yet. Only the routes that add one, and
 * those of the session itself, can be called.
 */
export const SECOND_FACTOR_REQUIRED = 'second-factor-required';
export const RECOVERY_CODES = 10;
export const MAX_PASSKEYS = 20;

/** A passkey of the user; never its key. */
export const passkeySchema = z.object({
  _id: idSchema,
  name: z.string(),
  createdAt: timestampSchema,
  lastUsedAt: timestampSchema.nullable(),
});
export type Passkey = z.infer<typeof passkeySchema>;

/** `GET /api/admin/me/second-factor` */
export const secondFactorSchema = z.object({
  /** whether an authenticator app is set up */
  totp: z.boolean(),
  /** unused recovery codes */
  recoveryCodes: z.number().int(),
  passkeys: z.array(passkeySchema),
  /** whether an admin requires a second factor of everyone */
  isRequired: z.boolean(),
});
export type SecondFactor = z.infer<typeof secondFactorSchema>;

/** Response of `POST /api/admin/me/second-factor/totp`: a key that is not used until it is confirmed. */
export const totpKeySchema = z.object({
  /** base32, to type into the app */
  key: z.string(),
  /** `otpauth://totp/…`, to show as a QR code */
  uri: z.string(),
});
export type TotpKey = z.infer<typeof totpKeySchema>;

/** `POST /api/admin/me/second-factor/totp/confirm` */
export const totpConfirmationSchema = z.strictObject({
  code: z
    .string()
    .max(20)
    .transform((typed) => typed.replace(/\s/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, 'Please enter the 6 digits that the app shows.')),
});

/** New recovery codes, shown only once; null when the user keeps earlier ones. */
export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()).nullable() });

/** `POST /api/admin/auth/second-factor`: the second step of a sign-in, after the password. */
export const secondStepSchema = z.strictObject({
  method: z.enum(['app', 'recovery-code']),
  code: z.string().trim().min(1, 'Please enter the code.').max(40),
});
export type SecondStep = z.infer<typeof secondStepSchema>;

/** How a user can complete a sign-in after the password. */
export const secondStepMethodsSchema = z.object({
  app: z.boolean(),
  passkey: z.boolean(),
  recoveryCode: z.boolean(),
});
export type SecondStepMethods = z.infer<typeof secondStepMethodsSchema>;

/** Options for `startRegistration` and `startAuthentication` of `@simplewebauthn/browser` (WebAuthn, section 5.4 and 5.5). */
export const passkeyOptionsSchema = z.object({ options: z.looseObject({ challenge: z.string() }) });

const base64url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]*$/);
const extensionResults = z.looseObject({}).default({});

/** Returns the schema of what a browser returns for a passkey. @param fields of `response` */
const credentialOf = <Shape extends z.ZodRawShape>(fields: Shape) =>
  z.object({
    id: base64url(1400).min(1),
    rawId: base64url(1400).min(1),
    type: z.literal('public-key'),
    authenticatorAttachment: z.string().max(40).optional(),
    clientExtensionResults: extensionResults,
    response: z.object({ clientDataJSON: base64url(4000), ...fields }),
  });

/** `POST /api/admin/me/passkeys`: a new passkey, as the browser returns it (RegistrationResponseJSON). */
export const newPasskeySchema = z.strictObject({
  name: requiredText(60, 'Please enter a name for this passkey.'),
  response: credentialOf({
    attestationObject: base64url(20_000),
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
});
export type NewPasskey = z.output<typeof newPasskeySchema>;
export const createdPasskeySchema = recoveryCodesSchema.extend({ passkey: passkeySchema });

/** `PUT /api/admin/me/passkeys/{id}` */
export const passkeyNameSchema = newPasskeySchema.pick({ name: true });

/** `POST /api/admin/auth/passkey`: a signature of a passkey (AuthenticationResponseJSON). */
export const passkeySignInSchema = z.strictObject({
  response: credentialOf({
    authenticatorData: base64url(4000),
    signature: base64url(4000),
    userHandle: base64url(200).optional(),
  }),
});
export type PasskeySignIn = z.output<typeof passkeySignInSchema>;

/** `GET /api/admin/security` (admin) */
export const securitySchema = z.object({
  /** whether everyone must have a second factor */
  isSecondFactorRequired: z.boolean(),
  /** the users who have one */
  usersWithSecondFactor: z.array(idSchema),
});
export type Security = z.infer<typeof securitySchema>;
/** `PUT /api/admin/security` */
export const securityUpdateSchema = z.strictObject({ isSecondFactorRequired: z.boolean() });
