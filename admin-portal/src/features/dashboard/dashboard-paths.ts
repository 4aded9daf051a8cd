/** The requests of the dashboard's lists. */
export const DASHBOARD_PATHS = {
  workingDay: '/api/admin/dashboard',
  newestPhotos: '/api/admin/portfolio?order=newest&limit=12',
  latestInquiries: '/api/inquiries?order=newest&limit=4',
} as const;
