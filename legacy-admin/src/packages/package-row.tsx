import { css } from '@emotion/react';
import type { HostApi } from '@godhuli/contracts/host';
import { Crown, type LucideIcon, Sparkles, Star } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { formatPrice, groupRupees } from '../format';
import type { SamplePackage } from '../sample-data';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { palette, tablet } from '../ui/palette';

const row = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 9rem 9rem auto;
  gap: 1rem 1.25rem;
  align-items: end;
  ${tablet} {
    grid-template-columns: 1fr 1fr;
    & > :first-of-type, & > button { grid-column: 1 / -1; }
  }
`;
const name = css`
  display: flex;
  gap: 1.1rem;
  align-items: center;
  align-self: center;
  & > svg { color: ${palette.goldDeep}; }
  & p { font-size: 0.8125rem; color: ${palette.faint}; text-transform: capitalize; }
`;
const popularTag = css`
  display: inline-block;
  margin-left: 0.6rem;
  padding: 0.05rem 0.5rem;
  background: ${palette.maroon};
  color: ${palette.ivory};
  border-radius: 2px;
  font-size: 0.75rem;
  text-transform: none;
`;

/** Returns a crown for Luxury and Premium, sparkles for Special, a star for others. */
function iconOf(packageName: string): LucideIcon {
  if (/Luxury|Premium/.test(packageName)) return Crown;
  return packageName.includes('Special') ? Sparkles : Star;
}

/** One package with fields for price and duration. Update shows a toast and saves nothing (LEG-2). */
export function PackageRow({ sample, toast }: { sample: SamplePackage; toast: HostApi['toast'] }) {
  const id = useId();
  const [price, setPrice] = useState(groupRupees(sample.price));
  const [duration, setDuration] = useState(sample.duration);
  const [tried, setTried] = useState(false);
  const Icon = iconOf(sample.name);

  const update = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!price.trim() || !duration.trim()) return;
    const formatted = formatPrice(price);
    setPrice(formatted);
    setTried(false);
    toast({
      title: 'Package Updated',
      description: `${sample.name}: ₹${formatted.replace(/^₹/, '')}, ${duration.trim()}. Sample data: nothing was saved.`,
    });
  };
  return (
    <form css={row} noValidate onSubmit={update} aria-label={sample.name}>
      <div css={name}>
        <Icon aria-hidden="true" />
        <div>
          <h3>{sample.name}</h3>
          <p>
            {sample.category}
            {sample.popular && <span css={popularTag}>Most Popular</span>}
          </p>
        </div>
      </div>
      <Field
        id={`${id}price`}
        label="Price (₹)"
        error={tried && !price.trim() ? 'Please enter a price.' : undefined}
        css={{ margin: 0 }}
      >
        {(control) => (
          <input
            {...control}
            inputMode="numeric"
            maxLength={40}
            value={price}
            onChange={(event) => setPrice(event.target.value)}
          />
        )}
      </Field>
      <Field
        id={`${id}duration`}
        label="Duration"
        error={tried && !duration.trim() ? 'Please enter a duration.' : undefined}
        css={{ margin: 0 }}
      >
        {(control) => (
          <input {...control} maxLength={40} value={duration} onChange={(event) => setDuration(event.target.value)} />
        )}
      </Field>
      <Button type="submit" aria-label={`Update ${sample.name}`}>
        Update
      </Button>
    </form>
  );
}
