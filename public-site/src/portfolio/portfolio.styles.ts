import { css } from '@emotion/react';

export const portfolioStyles = css`
.pfs{display:grid;grid-template-columns:repeat(12,minmax(0,1fr));gap:clamp(2rem,3.4vw,3.25rem) var(--col-gap)}
.pf{grid-column:span 7}
.pf__img{height:clamp(20rem,36.5vw,32.5rem)}
/* rows of two, split 7/5, 4/8, 5/7; an odd last frame runs the full width */
.pf:nth-of-type(6n+2),.pf:nth-of-type(6n+5){grid-column:span 5}
.pf:nth-of-type(6n+3){grid-column:span 4}
.pf:nth-of-type(6n+4){grid-column:span 8}
.pf:nth-of-type(odd):last-of-type{grid-column:1/-1}
.pf figcaption{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:baseline;gap:0 1rem;padding-top:.85rem}
.pf h3{font-size:var(--fs-h4);line-height:1.2}
.pf figcaption span{font-size:var(--fs-xs);color:var(--fg-muted)}
.pf figure{display:grid}
.pf__img{grid-area:1/1}
.pf figcaption{grid-area:2/1}
.pf__over{grid-area:1/1;z-index:1;display:flex;flex-direction:column-reverse;justify-content:space-between;padding:clamp(1rem,1.6vw,1.5rem);background:linear-gradient(0deg,rgb(16 14 12/.88) 0,rgb(16 14 12/.55) 34%,rgb(16 14 12/0) 62%);opacity:0;transition:opacity var(--t-3) var(--ease-out)}
.pf__cap{max-width:30rem;line-height:1.45;color:var(--ivory);transform:translateY(10px);transition:transform var(--t-3) var(--ease-out)}
.pf__acts{display:flex;gap:.5rem;justify-content:flex-end}
.pf:is(:hover,:focus-within) .pf__over{opacity:1}
.pf:is(:hover,:focus-within) .pf__cap{transform:none}
.pf:is(:hover,:focus-within) img{transform:scale(1.03)}
.sec__more{display:flex;justify-content:center;margin-top:clamp(3rem,5vw,5rem)}
@media (max-width:639px){
  .pfs{row-gap:var(--s-8)}
  .pfs .pf{grid-column:1/-1!important;align-self:auto}
  .pf__img{height:auto;aspect-ratio:3/2}
  .pf:nth-of-type(even) .pf__img{aspect-ratio:4/5;width:calc(100% - 3.5rem);margin-left:auto}
  .pf:nth-of-type(even) :is(figcaption,.pf__over){padding-left:3.5rem}
}
/* touch: nothing hides behind hover */
@media print,(hover:none),(max-width:639px){
  .pf img{transform:none!important}
  .pf__over{grid-area:3/1;opacity:1;flex-direction:column;gap:.35rem;padding:.3rem 0 0;background:none}
  .pf__cap{transform:none;color:var(--fg-muted);font-size:var(--fs-sm)}
  .pf__acts{justify-content:flex-start;margin-left:-.8rem;gap:.15rem}
  .pf .icon-btn--glass{background:none;-webkit-backdrop-filter:none;backdrop-filter:none;color:var(--fg)}
}
`;
