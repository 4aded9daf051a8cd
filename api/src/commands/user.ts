import { parseArgs } from 'node:util';
import { fieldMessage } from '@godhuli/contracts/field-message';
import {
  passwordResetLinkSchema,
  type StaffCredentials,
  type StaffUser,
  type StaffUserInput,
  type StaffUserUpdate,
  staffCredentialsSchema,
  staffUserInputSchema,
  staffUserSchema,
} from '@godhuli/contracts/users';
import { z } from 'zod';
import type { OpenDatabase } from '../db/open-database.js';
import { parseEnv } from '../env.js';
import {
  addUser,
  createResetLink,
  listStaffUsers,
  resetPassword,
  resetSecondFactor,
  updateUser,
} from '../features/users/index.js';
import { type Command, UsageError } from './command.js';
import { connect } from './connect.js';
import type { PortalSession } from './portal-client.js';

const USAGE = `Usage: npm run user -- list
       npm run user -- add --email EMAIL --name NAME --role admin|editor
       npm run user -- disable --email EMAIL
       npm run user -- enable --email EMAIL
       npm run user -- reset-password --email EMAIL
       npm run user -- reset-link --email EMAIL
       npm run user -- reset-second-factor --email EMAIL`;

/** Manages staff users, in the database or through the running site. */
type UserManager = ReturnType<typeof remoteUserManager>;

type Options = Partial<Record<'email' | 'name' | 'role' | 'from', string>>;

/**
 * `npm run user`: manages staff users in the database, or through the running site if that holds the embedded database.
 * Disabling a user and a new password end the user's sessions. Generated passwords are printed once and not stored.
 */
export const userCommand: Command = async ({ args, env, print }) => {
  const { action, options } = readArguments(args);
  const work = ACTIONS[action];
  if (!work) throw new UsageError(USAGE);
  const connection = await connect(parseEnv(env), env, options.from);
  const users = 'db' in connection ? localUserManager(connection) : remoteUserManager(connection);
  try {
    for (const line of await work(users, options)) print(line);
  } finally {
    await connection.close();
  }
};

const ACTIONS: Record<string, (users: UserManager, options: Options) => Promise<string[]>> = {
  list: async (users) =>
    (await users.list()).map(
      ({ email, name, role, disabled }) => `${role.padEnd(7)}${disabled ? 'disabled ' : ''}${email}  ${name}`,
    ),
  add: async (users, { email, name, role }) => {
    const input = staffUserInputSchema.safeParse({ email, name, role }, { error: fieldMessage });
    if (!input.success) {
      const problems = input.error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`);
      throw new UsageError([...problems, USAGE].join('\n'));
    }
    return credentials(await users.add(input.data));
  },
  disable: async (users, options) => [await setDisabled(users, options, true)],
  enable: async (users, options) => [await setDisabled(users, options, false)],
  'reset-password': async (users, options) =>
    credentials(await users.resetPassword((await userBy(users, options))._id)),
  'reset-link': async (users, options) => {
    const { user, path, expiresAt } = await users.createResetLink((await userBy(users, options))._id);
    return [
      `${user.email} can set a new password at <the site>${path}`,
      `(works once, until ${expiresAt}; shown only once)`,
    ];
  },
  'reset-second-factor': async (users, options) => {
    const { _id, email } = await userBy(users, options);
    await users.resetSecondFactor(_id);
    return [`${email} is signed out and can sign in with the password alone.`];
  },
};

async function setDisabled(users: UserManager, options: Options, disabled: boolean): Promise<string> {
  const { email } = await users.update((await userBy(users, options))._id, { disabled });
  return disabled ? `${email} is disabled and signed out.` : `${email} can sign in again.`;
}

async function userBy(users: UserManager, { email }: Options): Promise<StaffUser> {
  if (!email) throw new UsageError(USAGE);
  const user = (await users.list()).find((each) => each.email === email.trim().toLowerCase());
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

function localUserManager({ db }: OpenDatabase): UserManager {
  const actor = { id: null, name: 'command line', network: null };
  return {
    list: () => listStaffUsers(db),
    add: (input) => addUser(db, actor, input),
    update: (id, update) => updateUser(db, actor, id, update),
    resetPassword: (id) => resetPassword(db, actor, id),
    createResetLink: (id) => createResetLink(db, actor, id),
    resetSecondFactor: (id) => resetSecondFactor(db, actor, id),
  };
}

function remoteUserManager({ call }: PortalSession) {
  const json = async <S extends z.ZodType>(schema: S, ...request: Parameters<typeof call>) =>
    schema.parse(await (await call(...request)).json());
  return {
    list: () => json(z.array(staffUserSchema), 'GET', '/api/admin/users'),
    add: (input: StaffUserInput) => json(staffCredentialsSchema, 'POST', '/api/admin/users', input),
    update: (id: string, update: StaffUserUpdate) => json(staffUserSchema, 'PUT', `/api/admin/users/${id}`, update),
    createResetLink: (id: string) => json(passwordResetLinkSchema, 'POST', `/api/admin/users/${id}/reset-link`),
    resetSecondFactor: async (id: string): Promise<void> => {
      await call('DELETE', `/api/admin/users/${id}/second-factor`);
    },
    resetPassword: (id: string) => json(staffCredentialsSchema, 'POST', `/api/admin/users/${id}/password`),
  };
}
