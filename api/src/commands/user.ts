import { parseArgs } from 'node:util';
import { type StaffUser, staffUserSchema } from '@godhuli/contracts/auth';
import { fieldMessage } from '@godhuli/contracts/field-message';
import {
  type PasswordResetLink,
  passwordResetLinkSchema,
  type StaffCredentials,
  type StaffUserInput,
  type StaffUserUpdate,
  staffCredentialsSchema,
  staffUserInputSchema,
} from '@godhuli/contracts/users';
import { z } from 'zod';
import { type ApiEnvironment, parseEnv } from '../env.js';
import { listStaffUsers } from '../features/staff/staff.queries.js';
import { addUser, makeResetLink, resetPassword, updateUser } from '../features/users/users.service.js';
import { type Command, UsageError } from './command.js';
import { openInstallation } from './open-installation.js';
import { type PortalCall, signInToPortal } from './portal-client.js';

const USAGE = `Usage: npm run user -- list
       npm run user -- add --email EMAIL --name NAME --role admin|editor
       npm run user -- disable --email EMAIL
       npm run user -- enable --email EMAIL
       npm run user -- reset-password --email EMAIL
       npm run user -- reset-link --email EMAIL`;

/** Staff users, from wherever they can be reached. */
interface StaffOffice {
  list(): Promise<StaffUser[]>;
  add(input: StaffUserInput): Promise<StaffCredentials>;
  update(id: string, update: StaffUserUpdate): Promise<StaffUser>;
  resetPassword(id: string): Promise<StaffCredentials>;
  makeResetLink(id: string): Promise<PasswordResetLink>;
  close(): Promise<void>;
}

type Options = Partial<Record<'email' | 'name' | 'role' | 'from', string>>;

/**
 * `npm run user`: manages staff users in the database, or through the running site where that alone holds it.
 * Disabling and a new password end the user's sessions; passwords are made here, printed once and kept nowhere.
 */
export const userCommand: Command = async ({ args, env, print }) => {
  const { action, options } = readArguments(args);
  const work = ACTIONS[action];
  if (!work) throw new UsageError(USAGE);
  const office = await openOffice(parseEnv(env), options.from, env);
  try {
    for (const line of await work(office, options)) print(line);
  } finally {
    await office.close();
  }
};

const ACTIONS: Record<string, (office: StaffOffice, options: Options) => Promise<string[]>> = {
  list: async (office) =>
    (await office.list()).map(
      ({ email, name, role, disabled }) => `${role.padEnd(7)}${disabled ? 'disabled ' : ''}${email}  ${name}`,
    ),
  add: async (office, { email, name, role }) => {
    const input = staffUserInputSchema.safeParse({ email, name, role }, { error: fieldMessage });
    if (!input.success) {
      const problems = input.error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`);
      throw new UsageError([...problems, USAGE].join('\n'));
    }
    return credentials(await office.add(input.data));
  },
  disable: async (office, options) => [await setDisabled(office, options, true)],
  enable: async (office, options) => [await setDisabled(office, options, false)],
  'reset-password': async (office, options) =>
    credentials(await office.resetPassword((await userBy(office, options))._id)),
  'reset-link': async (office, options) => {
    const { user, path, expiresAt } = await office.makeResetLink((await userBy(office, options))._id);
    return [
      `${user.email} can set a new password at <the site>${path}`,
      `(works once, until ${expiresAt}; shown only once)`,
    ];
  },
};

async function setDisabled(office: StaffOffice, options: Options, disabled: boolean): Promise<string> {
  const { email } = await office.update((await userBy(office, options))._id, { disabled });
  return disabled ? `${email} is disabled and signed out.` : `${email} can sign in again.`;
}

async function userBy(office: StaffOffice, { email }: Options): Promise<StaffUser> {
  if (!email) throw new UsageError(USAGE);
  const user = (await office.list()).find((each) => each.email === email.trim().toLowerCase());
  if (!user) throw new UsageError(`There is no user with the email ${email}.`);
  return user;
}

const credentials = ({ user, password }: StaffCredentials) => [
  `${user.email} can sign in with the password ${password}`,
  '(shown only once; change it after signing in)',
];

function readArguments(args: string[]): { action: string; options: Options } {
  const text = { type: 'string' } as const;
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { email: text, name: text, role: text, from: text },
    });
    const [action] = positionals;
    if (!action || positionals.length > 1) throw new UsageError(USAGE);
    return { action, options: values };
  } catch (cause) {
    throw new UsageError(USAGE, { cause });
  }
}

async function openOffice(
  environment: ApiEnvironment,
  from: string | undefined,
  env: Record<string, string | undefined>,
): Promise<StaffOffice> {
  const opened = from === undefined ? await openInstallation(environment) : null;
  if (!opened) {
    const url = from ?? `http://127.0.0.1:${environment.port}`;
    return officeOfSite(await signInToPortal(url, env, environment.dataDir));
  }
  const { db, close } = opened;
  const actor = { id: null, name: 'command line', network: null };
  return {
    list: () => listStaffUsers(db),
    add: (input) => addUser(db, actor, input),
    update: (id, update) => updateUser(db, actor, id, update),
    resetPassword: (id) => resetPassword(db, actor, id),
    makeResetLink: (id) => makeResetLink(db, actor, id),
    close,
  };
}

function officeOfSite(call: PortalCall): StaffOffice {
  const json = async <S extends z.ZodType>(schema: S, ...request: Parameters<typeof call>) =>
    schema.parse(await (await call(...request)).json());
  return {
    list: () => json(z.array(staffUserSchema), 'GET', '/api/admin/users'),
    add: (input) => json(staffCredentialsSchema, 'POST', '/api/admin/users', input),
    update: (id, update) => json(staffUserSchema, 'PUT', `/api/admin/users/${id}`, update),
    makeResetLink: (id) => json(passwordResetLinkSchema, 'POST', `/api/admin/users/${id}/reset-link`),
    resetPassword: (id) => json(staffCredentialsSchema, 'POST', `/api/admin/users/${id}/password`),
    close: () =>
      call('POST', '/api/admin/auth/logout').then(
        () => undefined,
        () => undefined,
      ),
  };
}
