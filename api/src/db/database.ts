import type { AlbumsTables } from './tables/albums.js';
import type { AuditTables } from './tables/audit.js';
import type { CalendarTables } from './tables/calendar.js';
import type { ClientsTables } from './tables/clients.js';
import type { ContentTables } from './tables/content.js';
import type { InquiriesTables } from './tables/inquiries.js';
import type { MediaTables } from './tables/media.js';
import type { OutboxTables } from './tables/outbox.js';
import type { PackagesTables } from './tables/packages.js';
import type { PortfolioTables } from './tables/portfolio.js';
import type { PostsTables } from './tables/posts.js';
import type { RemotesTables } from './tables/remotes.js';
import type { RevisionsTables } from './tables/revisions.js';
import type { SecondFactorTables } from './tables/second-factor.js';
import type { ServicesTables } from './tables/services.js';
import type { StudioTables } from './tables/studio.js';
import type { UploadsTables } from './tables/uploads.js';
import type { UsersTables } from './tables/users.js';

/** Every table, by name. `tables/` has one file per noun, with the rows that the migrations create. */
export interface Database
  extends AlbumsTables,
    AuditTables,
    CalendarTables,
    ClientsTables,
    ContentTables,
    InquiriesTables,
    MediaTables,
    OutboxTables,
    PackagesTables,
    PostsTables,
    PortfolioTables,
    RemotesTables,
    RevisionsTables,
    SecondFactorTables,
    ServicesTables,
    StudioTables,
    UploadsTables,
    UsersTables {}
