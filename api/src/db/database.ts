import type { AuditTables } from './tables/audit.js';
import type { ContentTables } from './tables/content.js';
import type { InquiriesTables } from './tables/inquiries.js';
import type { MediaTables } from './tables/media.js';
import type { PackagesTables } from './tables/packages.js';
import type { PortfolioTables } from './tables/portfolio.js';
import type { PostsTables } from './tables/posts.js';
import type { RemotesTables } from './tables/remotes.js';
import type { ServicesTables } from './tables/services.js';
import type { StudioTables } from './tables/studio.js';
import type { UsersTables } from './tables/users.js';

/** Every table, by name. `tables/` has one file per noun, with the rows that the migrations create. */
export interface Database
  extends AuditTables,
    ContentTables,
    InquiriesTables,
    MediaTables,
    PackagesTables,
    PostsTables,
    PortfolioTables,
    RemotesTables,
    ServicesTables,
    StudioTables,
    UsersTables {}
