import {
  type APIRequestContext,
  type APIResponse,
  expect,
  type Page,
  type PlaywrightWorkerArgs,
} from '@playwright/test';
import { ADMIN } from '../product/start-product';

/** Signs in through the API, as a browser would; the context's cookies then carry the session. */
export async function signIn(request: APIRequestContext, url: string): Promise<void> {
  const response = await request.post(`${url}/api/admin/auth/login`, { data: ADMIN, headers: { origin: url } });
  expect(response.status(), await response.text()).toBe(200);
}

/** Fills in and sends the form of the login page that is open. */
export async function fillInLogin(page: Page, { email, password } = ADMIN): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** Signs in on the login page. */
export async function signInByPage(page: Page, url: string, account = ADMIN): Promise<void> {
  await page.goto(`${url}/admin`);
  await fillInLogin(page, account);
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
}

/** Dismisses the notices of earlier sign-ins, so that no banner changes the page during a measurement. */
export async function dismissNotices(request: APIRequestContext, url: string): Promise<void> {
  const [newest] = (await (await request.get(`${url}/api/admin/me/notices`)).json()) as { _id: string }[];
  if (!newest) return;
  const data = { upTo: newest._id };
  const response = await request.post(`${url}/api/admin/me/notices/dismiss`, { data, headers: { origin: url } });
  expect(response.status()).toBe(204);
}

export interface StoredInquiry {
  _id: string;
  name: string;
  phone: string | null;
  status: string;
}

/** Returns every stored inquiry, also the likely spam (a test types faster than a person). */
export async function inquiries(request: APIRequestContext, url: string): Promise<StoredInquiry[]> {
  const lists = await Promise.all(['', '?quarantined=true'].map((query) => wholeList(request, url, query)));
  return lists.flat();
}

/** Follows a list of inquiries through its pages. */
async function wholeList(request: APIRequestContext, url: string, query: string): Promise<StoredInquiry[]> {
  const list: StoredInquiry[] = [];
  for (let next: string | undefined = `/api/inquiries${query}`; next; ) {
    const response: APIResponse = await request.get(`${url}${next}`);
    expect(response.status()).toBe(200);
    list.push(...((await response.json()) as StoredInquiry[]));
    next = /<([^>]+)>;\s*rel="next"/.exec(response.headers().link ?? '')?.[1];
  }
  return list;
}

type Playwright = PlaywrightWorkerArgs['playwright'];

/** How many inquiries the studio has from a person. */
export async function countInquiries({ request }: Playwright, url: string, name: string): Promise<number> {
  const staff = await request.newContext();
  await signIn(staff, url);
  const found = (await inquiries(staff, url)).filter((inquiry) => inquiry.name === name);
  await staff.dispose();
  return found.length;
}

let sentInquiries = 0;

/** Sends an inquiry as a visitor's browser does, and returns its id. Less than 3,000 ms on the form counts as likely spam. */
export async function sendInquiry(
  request: APIRequestContext,
  url: string,
  name: string,
  elapsedMs = 9000,
): Promise<string> {
  const data = { name, eventType: 'wedding', phone: '9822012345', message: `${name} asks`, elapsedMs };
  sentInquiries += 1;
  // From a network of its own: of one network, the sixth within ten minutes would be quarantined.
  const ip = `198.18.${sentInquiries >> 8}.${sentInquiries & 255}`;
  const response = await request.post(`${url}/api/inquiries`, {
    data,
    headers: { origin: url, 'x-forwarded-for': ip },
  });
  expect(response.status()).toBe(201);
  return ((await response.json()) as { _id: string })._id;
}

/** Adds an editor, as the signed-in admin of a browser, and returns the credentials. */
export async function addEditor(
  request: APIRequestContext,
  url: string,
  { name, email, role = 'editor' }: { name: string; email: string; role?: 'admin' | 'editor' },
): Promise<{ email: string; password: string }> {
  const data = { email, name, role };
  const response = await request.post(`${url}/api/admin/users`, { data, headers: { origin: url } });
  expect(response.status(), await response.text()).toBe(201);
  return { email, password: ((await response.json()) as { password: string }).password };
}
