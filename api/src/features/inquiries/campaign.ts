import { inquiryInputSchema } from '@godhuli/contracts/inquiries';
import type { z } from 'zod';

type Input = z.output<typeof inquiryInputSchema>;
const { utmSource, utmMedium, utmCampaign } = inquiryInputSchema.shape;

/**
 * Adds the campaign of the page that sent the form, when the form has none: a form without JavaScript does not know its URL.
 * Browsers send the query of a page to its own origin only, so the `Referer` of another website has none.
 */
export function withCampaign(input: Input, referer: string | undefined): Input {
  const hasCampaign = [input.utmSource, input.utmMedium, input.utmCampaign].some((value) => value !== null);
  if (hasCampaign || referer === undefined || !URL.canParse(referer)) return input;
  const { searchParams } = new URL(referer);
  return {
    ...input,
    utmSource: utmSource.parse(searchParams.get('utm_source')),
    utmMedium: utmMedium.parse(searchParams.get('utm_medium')),
    utmCampaign: utmCampaign.parse(searchParams.get('utm_campaign')),
  };
}
