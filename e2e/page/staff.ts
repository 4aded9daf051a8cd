import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { ADMIN } from '../product/start-product';

/** Signs in through the API, as a browser would; the context's cookies then carry the session. */
export async function signIn(request: APIRequestContext, url: string): Promise<void> {
  const answer = await request.post(`${url}/api/admin/auth/login`, { data: ADMIN, headers: { origin: url } });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Signs in on the login page. */
export async function signInByPage(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/admin`);
  await page.getByLabel('Email').fill(ADMIN.email);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
}

export interface StoredInquiry {
  _id: string;
  name: string;
  phone: string | null;
  status: string;
}

/** Every inquiry that is stored, those set aside as likely spam included (a test types faster than a person). */
export async function inquiries(request: APIRequestContext, url: string): Promise<StoredInquiry[]> {
  const lists = await Promise.all(
    ['', '?quarantined=true'].map(async (query) => {
      const answer = await request.get(`${url}/api/inquiries${query}`);
      expect(answer.status()).toBe(200);
      return (await answer.json()) as StoredInquiry[];
    }),
  );
  return lists.flat();
}
