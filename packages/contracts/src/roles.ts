/** Roles and their permissions, for menu, route guard and API (ADM-SHELL-4). */
export const ROLES = ['admin', 'editor'] as const;
export type Role = (typeof ROLES)[number];

export const PERMISSIONS = {
  'gallery.manage': ['admin', 'editor'],
  'content.manage': ['admin', 'editor'],
  'inquiries.manage': ['admin', 'editor'],
  'calendar.manage': ['admin', 'editor'],
  'calendar.configure': ['admin'],
  'blog.read': ['admin', 'editor'],
  'videos.read': ['admin', 'editor'],
  'analytics.read': ['admin'],
  'marketing.read': ['admin'],
  'users.manage': ['admin'],
  'settings.manage': ['admin'],
  'releases.manage': ['admin'],
  'audit.read': ['admin'],
  'privacy.manage': ['admin'],
} as const satisfies Record<string, readonly Role[]>;
export type Permission = keyof typeof PERMISSIONS;

/** Returns whether a role has a permission. */
export function may(role: Role, permission: Permission): boolean {
  return (PERMISSIONS[permission] as readonly Role[]).includes(role);
}
