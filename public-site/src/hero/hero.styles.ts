import { css, keyframes } from '@emotion/react';
import { UPRIGHT } from './hero-frame';

const burns = keyframes`from{transform:scale(1)}to{transform:scale(1.06) translateY(-.6%)}`;
const nudge = keyframes`0%,60%,100%{transform:none}30%{transform:translateY(4px)}`;

export const heroStyles = css`
&.hero{position:relative;margin-top:calc(-1*var(--header-h));min-height:max(100svh,44rem);display:flex;overflow:hidden;isolation:isolate;color:var(--fg)}
.hero__slides,.hero__scrim,.hero__slide,.hero__slide .frame{position:absolute;inset:0}
.hero__slides{z-index:-2}
.hero__slide{opacity:0;transition:opacity var(--t-slide) var(--ease-in-out)}
.hero__slide.is-on{opacity:1}
.hero__slide.is-on img{animation:${burns} var(--t-burns) var(--ease-out) both}
.hero__scrim{z-index:-1;background:linear-gradient(180deg,rgb(16 14 12/.84) 0,rgb(16 14 12/.72) 3.75rem,rgb(16 14 12/.3) 6.5rem,rgb(16 14 12/0) 11rem),linear-gradient(0deg,rgb(16 14 12/.95) 0,rgb(16 14 12/.84) 24%,rgb(16 14 12/.52) 52%,rgb(16 14 12/0) 82%),linear-gradient(90deg,rgb(16 14 12/.42) 0,rgb(16 14 12/0) 62%)}
.site[data-alive] & .hero__scrim::after{content:"";position:absolute;inset:0;background:var(--grain);opacity:.10;mix-blend-mode:overlay}
.hero__in{display:grid;grid-template-columns:repeat(12,minmax(0,1fr));column-gap:var(--col-gap);align-content:end;padding-top:calc(var(--header-h) + var(--s-12));transition:opacity var(--t-2)}
&[aria-busy=true] .hero__in{opacity:0}
/* its lines stand on the last one: none is shown before all have been parsed */
.hero__in:not(:has(.hero__scroll)){visibility:hidden}
.hero__head{grid-column:1/-1;max-width:min(100%,66rem);position:relative}
h1{font-size:var(--fs-hero);line-height:var(--lh-hero);letter-spacing:var(--track-hero);margin-top:var(--s-5);font-weight:380}
.hero__head::before{content:"";position:absolute;z-index:-1;inset:-5rem -6rem -9rem calc(-1*var(--gutter));background:radial-gradient(closest-side at 42% 50%,rgb(16 14 12/.62),rgb(16 14 12/.4) 55%,rgb(16 14 12/0))}
.hero__head .eyebrow{color:var(--gold-300)}
.hero__head .eyebrow span{margin-inline:.35em}
.hero__side{grid-column:1/-1;display:flex;flex-wrap:wrap;justify-content:space-between;align-items:end;gap:var(--s-6) var(--s-12);margin-top:clamp(1.5rem,2.6vw,2.5rem)}
.hero__side .lead{max-width:39rem;flex:1 1 26rem}
.hero__side .btn--line:not(:hover){background:rgb(16 14 12/.5)}
.hero__bar{grid-column:1/-1;display:flex;align-items:center;gap:var(--s-8);border-top:1px solid var(--rule);margin-top:clamp(2rem,4.5vw,3.75rem)}
.hero__ctl{display:flex;align-items:center;gap:var(--s-4)}
.hero__scroll{display:inline-flex;align-items:center;gap:.6em;min-height:2.75rem;padding-left:var(--s-4);border-left:1px solid var(--rule);font-size:var(--fs-sm);text-decoration:none}
.hero__scroll .i{font-size:1.0625rem;animation:${nudge} 2.4s var(--ease-in-out) infinite}
/* the scrim is behind text alone: at the left, and along the bottom; under the text where the window is upright */
@media (min-width:900px){
  .hero__scrim{background:linear-gradient(180deg,rgb(16 14 12/.8) 0,rgb(16 14 12/.6) 3.75rem,rgb(16 14 12/0) 8rem),linear-gradient(0deg,rgb(16 14 12/.94) 0,rgb(16 14 12/.8) 18%,rgb(16 14 12/.42) 30%,rgb(16 14 12/0) 46%),linear-gradient(90deg,rgb(16 14 12/.8) 0,rgb(16 14 12/.64) 34%,rgb(16 14 12/.3) 54%,rgb(16 14 12/0) 70%)}
}
@media ${UPRIGHT}{
  .hero__slide img{object-position:var(--ux,var(--fx)) var(--uy,var(--fy))}
  .hero__scrim{background:linear-gradient(180deg,rgb(16 14 12/.72) 0,rgb(16 14 12/.5) 3.75rem,rgb(16 14 12/0) 8rem),linear-gradient(180deg,rgb(16 14 12/0) 42%,rgb(16 14 12/.6) 53%,rgb(16 14 12/.86) 66%,rgb(16 14 12/.95) 100%)}
}
@media (max-width:899px){
  .hero__side .lead{flex-basis:100%}
  .hero__bar{flex-direction:column;align-items:stretch;gap:0}
  .hero__ctl{justify-content:space-between;border-top:1px solid var(--rule);padding-block:var(--s-2)}
  .hero__ctl .dots{margin-left:-.3rem}
  .hero__scroll{border:0;margin-left:auto}
}
@media (max-width:639px){
  .hero__side .acts{width:100%}
  .hero__side .acts .btn{flex:1 1 auto;padding-inline:.875rem;white-space:nowrap}
  /* the subject is in the upper half of the photo; text, and the scrim behind it, begin below it */
  .hero__slides{bottom:auto;height:max(100svh,36rem)}
  .hero__in{padding-top:max(52svh,18.75rem)}
  .hero__scrim{background:linear-gradient(180deg,rgb(16 14 12/.72) 0,rgb(16 14 12/.5) 3.5rem,rgb(16 14 12/0) 7rem),linear-gradient(180deg,rgb(16 14 12/0) max(42svh,15rem),rgb(16 14 12/.62) max(52svh,18.75rem),rgb(16 14 12/.86) max(64svh,23rem),rgb(16 14 12/.94) max(84svh,30rem),var(--ink-950) max(100svh,36rem))}
  .stats{gap:0}
  .stats>div:nth-of-type(n+3){border-top:1px solid var(--rule)}
  .stats>div:nth-of-type(even){padding-left:var(--s-5);border-left:1px solid var(--rule)}
  .hero__head::before{content:none}
}
/* short, wide windows: keep the words inside the fold */
@media (min-width:900px) and (max-height:760px){h1{font-size:clamp(2.875rem,9.6vh + 1rem,5.25rem)}}
`;
