import type { Migration } from 'kysely';
import * as studio from './001-studio.js';
import * as inquiries from './002-inquiries.js';
import * as staff from './003-staff.js';
import * as media from './010-media.js';
import * as mediaReferences from './011-media-references.js';
import * as releases from './020-releases.js';
import * as passwordResets from './030-password-resets.js';
import * as auditNetwork from './031-audit-network.js';
import * as previewKey from './040-preview-key.js';
import * as portraitPhotos from './050-portrait-photos.js';
import * as inquiryLists from './051-inquiry-lists.js';
import * as portfolioVersion from './060-portfolio-version.js';
import * as inquirySearch from './061-inquiry-search.js';
import * as leases from './070-leases.js';
import * as inquiryExpiry from './071-inquiry-expiry.js';
import * as inquiryCustomers from './082-inquiry-customers.js';
import * as accounts from './083-accounts.js';
import * as accountIndexes from './084-account-indexes.js';
import * as cleanupIndexes from './085-cleanup-indexes.js';
import * as portfolioSlugs from './100-portfolio-slugs.js';
import * as albums from './110-albums.js';
import * as mediaUsers from './111-media-users.js';
import * as photoEncodings from './120-photo-encodings.js';
import * as photoCrops from './121-photo-crops.js';
import * as galleryDesk from './130-gallery-desk.js';
import * as uploads from './131-uploads.js';
import * as outbox from './140-outbox.js';
import * as inquiryPipeline from './150-inquiry-pipeline.js';
import * as calendar from './160-calendar.js';
import * as dashboard from './161-dashboard.js';
import * as revisions from './170-revisions.js';
import * as clients from './180-clients.js';
import * as privacy from './181-privacy.js';
import * as moreCategories from './182-more-categories.js';
import * as inquiryDatesAndSources from './190-inquiry-dates-and-sources.js';
import * as searchByReference from './191-search-by-reference.js';
import * as clientsByStaff from './192-clients-by-staff.js';
import * as secondFactor from './195-second-factor.js';
import * as siteImages from './196-site-images.js';
import * as clientFiles from './197-client-files.js';
import * as privacyMonths from './198-privacy-months.js';
import * as translations from './220-translations.js';
import * as itemTranslations from './230-item-translations.js';
import * as createdWithKey from './240-created-with-key.js';
import * as tasksWithKey from './260-tasks-with-key.js';
import * as previewedReleases from './280-previewed-releases.js';
import * as releaseFileCounts from './290-release-file-counts.js';
import * as deletedBy from './300-deleted-by.js';
import * as auditIndexes from './310-audit-indexes.js';
import * as unusedPhotos from './320-unused-photos.js';
import * as bookingsOfClients from './321-bookings-of-clients.js';
import * as importedCeremonies from './340-imported-ceremonies.js';
import * as draftsWithKey from './350-drafts-with-key.js';
import * as noNamesOfViews from './360-no-names-of-views.js';
import * as privacyMonthsOfSettings from './361-privacy-months-of-settings.js';
import * as entriesOfInquiries from './380-entries-of-inquiries.js';
import * as dueWithinTheDay from './381-due-within-the-day.js';
import * as notedAt from './390-noted-at.js';
import * as lastAtOfClients from './391-last-at-of-clients.js';
import * as importedTitleAndDays from './400-imported-title-and-days.js';
import * as oneIndexOfPhotos from './410-one-index-of-photos.js';
import * as erasedBookings from './411-erased-bookings.js';
import * as releaseFilesIndex from './415-release-files-index.js';
import * as portfolioSearch from './416-portfolio-search.js';
import * as photosWithoutUse from './417-photos-without-use.js';
import * as failedAttemptsOfUploads from './419-failed-attempts-of-uploads.js';
import * as savedAtOfRevisions from './420-saved-at-of-revisions.js';

/** Every migration by number. A published migration is never changed; add a new one. */
export const migrations: Record<string, Migration> = {
  '001-studio': studio,
  '002-inquiries': inquiries,
  '003-staff': staff,
  '010-media': media,
  '011-media-references': mediaReferences,
  '020-releases': releases,
  '030-password-resets': passwordResets,
  '031-audit-network': auditNetwork,
  '040-preview-key': previewKey,
  '050-portrait-photos': portraitPhotos,
  '051-inquiry-lists': inquiryLists,
  '060-portfolio-version': portfolioVersion,
  '061-inquiry-search': inquirySearch,
  '070-leases': leases,
  '071-inquiry-expiry': inquiryExpiry,
  '082-inquiry-customers': inquiryCustomers,
  '083-accounts': accounts,
  '084-account-indexes': accountIndexes,
  '085-cleanup-indexes': cleanupIndexes,
  '100-portfolio-slugs': portfolioSlugs,
  '110-albums': albums,
  '111-media-users': mediaUsers,
  '120-photo-encodings': photoEncodings,
  '121-photo-crops': photoCrops,
  '130-gallery-desk': galleryDesk,
  '131-uploads': uploads,
  '140-outbox': outbox,
  '150-inquiry-pipeline': inquiryPipeline,
  '160-calendar': calendar,
  '161-dashboard': dashboard,
  '170-revisions': revisions,
  '180-clients': clients,
  '181-privacy': privacy,
  '182-more-categories': moreCategories,
  '190-inquiry-dates-and-sources': inquiryDatesAndSources,
  '191-search-by-reference': searchByReference,
  '192-clients-by-staff': clientsByStaff,
  '195-second-factor': secondFactor,
  '196-site-images': siteImages,
  '197-client-files': clientFiles,
  '198-privacy-months': privacyMonths,
  '220-translations': translations,
  '230-item-translations': itemTranslations,
  '240-created-with-key': createdWithKey,
  '260-tasks-with-key': tasksWithKey,
  '280-previewed-releases': previewedReleases,
  '290-release-file-counts': releaseFileCounts,
  '300-deleted-by': deletedBy,
  '310-audit-indexes': auditIndexes,
  '320-unused-photos': unusedPhotos,
  '321-bookings-of-clients': bookingsOfClients,
  '340-imported-ceremonies': importedCeremonies,
  '350-drafts-with-key': draftsWithKey,
  '360-no-names-of-views': noNamesOfViews,
  '361-privacy-months-of-settings': privacyMonthsOfSettings,
  '380-entries-of-inquiries': entriesOfInquiries,
  '381-due-within-the-day': dueWithinTheDay,
  '390-noted-at': notedAt,
  '391-last-at-of-clients': lastAtOfClients,
  '400-imported-title-and-days': importedTitleAndDays,
  '410-one-index-of-photos': oneIndexOfPhotos,
  '411-erased-bookings': erasedBookings,
  '415-release-files-index': releaseFilesIndex,
  '416-portfolio-search': portfolioSearch,
  '417-photos-without-use': photosWithoutUse,
  '419-failed-attempts-of-uploads': failedAttemptsOfUploads,
  '420-saved-at-of-revisions': savedAtOfRevisions,
};
