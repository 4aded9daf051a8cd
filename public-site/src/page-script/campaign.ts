/** Where the tab keeps the query of the campaign link that the visit began with. It ends with the tab; no cookie is used. */
const CAMPAIGN_KEY = 'campaign';

/** Keeps the query of a campaign link, for a form that is sent from a later page of the visit. */
export function keepCampaign(): void {
  try {
    if (location.search.includes('utm_')) sessionStorage.setItem(CAMPAIGN_KEY, location.search);
  } catch {
    // Without storage the API reads the URL of the page that sends the form.
  }
}

/** Returns the campaign of this visit, as fields of `POST /api/inquiries`. */
export function campaignFields(): Record<string, string | undefined> {
  let query = '';
  try {
    query = sessionStorage.getItem(CAMPAIGN_KEY) ?? '';
  } catch {
    // As above.
  }
  const params = new URLSearchParams(query);
  const value = (name: string) => params.get(`utm_${name}`)?.slice(0, 99);
  return { utmSource: value('source'), utmMedium: value('medium'), utmCampaign: value('campaign') };
}
