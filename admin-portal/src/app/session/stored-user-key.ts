/** Where the browser keeps the signed-in user's name and role (ADM-LOGIN-3). */
export const STORED_USER_KEY = 'admin-user';
