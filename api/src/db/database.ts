import type { AccountTables } from '../features/account/account.table.js';
import type { AuditTables } from '../features/audit/audit.table.js';
import type { AuthTables } from '../features/auth/auth.table.js';
import type { ContentTables } from '../features/content/content.table.js';
import type { InquiriesTables } from '../features/inquiries/inquiries.table.js';
import type { MediaTables } from '../features/media/media.table.js';
import type { PackagesTables } from '../features/packages/packages.table.js';
import type { PortfolioTables } from '../features/portfolio/portfolio.table.js';
import type { RemotesTables } from '../features/remotes/remotes.table.js';
import type { ServicesTables } from '../features/services/services.table.js';
import type { StaffTables } from '../features/staff/staff.table.js';
import type { StudioTables } from '../features/studio/studio.table.js';

/** Every table by name. A feature's tables are typed in its own `<noun>.table.ts`; this is where they meet. */
export interface Database
  extends AccountTables,
    AuditTables,
    AuthTables,
    ContentTables,
    InquiriesTables,
    MediaTables,
    PackagesTables,
    PortfolioTables,
    RemotesTables,
    ServicesTables,
    StaffTables,
    StudioTables {}
