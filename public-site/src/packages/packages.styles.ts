import { css } from '@emotion/react';

export const packagesStyles = css`
.pkgs{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));margin-top:calc(clamp(2.75rem,4vw,4rem) + 1rem)}
.pkg{position:relative;isolation:isolate;--out:clamp(1.25rem,2vw,2rem)}
/* the card under the pointer or with the focus: a raised sheet, wider than the text where that has no padding */
.pkg:not(.pkg--pop)::after{content:"";position:absolute;z-index:-1;inset:0;background:var(--bg-raised);box-shadow:0 0 0 1px var(--rule),var(--shadow-2);opacity:0;transition:opacity var(--t-2)}
.pkg:first-of-type::after{left:calc(-1*var(--out))!important}
.pkg:last-of-type::after{right:calc(-1*var(--out))!important}
.pkg:is(:hover,:focus-within)::after{opacity:1}
.pkg--pop:is(:hover,:focus-within){box-shadow:0 0 0 2px var(--gold-400),var(--shadow-3)}
.pkg>article{height:100%;display:flex;flex-direction:column;padding:clamp(2rem,3vw,3rem) clamp(1.25rem,2.6vw,2.75rem) clamp(2rem,3vw,2.75rem)}
.pkg:first-of-type:not(.pkg--pop)>article{padding-left:0}
.pkg:last-of-type:not(.pkg--pop)>article{padding-right:0}
.pkg+.pkg:not(.pkg--pop)::before{content:"";position:absolute;inset:clamp(2rem,3vw,3rem) auto clamp(2rem,3vw,2.75rem) 0;width:1px;background:var(--rule)}
.pkg--pop+.pkg::before{display:none}
.pkg--pop{margin-block:-2rem;box-shadow:var(--shadow-3)}
.pkg--pop::after{content:"";position:absolute;inset:0 0 auto;height:var(--zari-h);background:var(--zari)}
.pkg--pop>article{padding-block:calc(clamp(2rem,3vw,3rem) + 2rem) calc(clamp(2rem,3vw,2.75rem) + 2rem)}
.badge{display:inline-flex;align-items:center;position:absolute;top:calc(var(--zari-h) + 1.1rem);right:clamp(1.25rem,2.6vw,2.75rem);font:500 var(--fs-xs)/1 var(--font-text);color:var(--gold-300);padding:.5rem .8rem;border:1px solid rgb(226 174 82/.5);border-radius:var(--r-full)}
.pkg__head{display:flex;align-items:center;gap:.75rem}
.pkg__head h3{font-size:var(--fs-h3);line-height:1.1}
.pkg__ico{color:var(--accent-fg);font-size:1.25rem;line-height:1}
.pkg__price{font-size:clamp(2.75rem,2rem + 2.1vw,4.125rem);line-height:1;letter-spacing:-.025em;margin-top:var(--s-6)}
.pkg__price--rupees::first-letter{font:400 .46em/1 var(--font-text);vertical-align:.62em;margin-right:.16em;color:var(--fg-muted)}
.pkg__dur{display:flex;gap:.55em;align-items:center;color:var(--fg-muted);font-size:var(--fs-sm);margin-top:.75rem}
.pkg__dur{position:relative}
.pkg__dur::after{content:"";position:absolute;bottom:-1.125rem;left:0;width:100%;height:3px;background:var(--tint);clip-path:inset(0 calc(100% - 4rem) 0 0);transition:clip-path var(--t-3) var(--ease-out)}
.pkg--pop .pkg__dur::after{filter:brightness(1.7)}
.pkg:is(:hover,:focus-within) .pkg__dur::after{clip-path:inset(0)}
.pkg .ticks{margin-top:var(--s-8);font-size:1rem}
.pkg .ticks li{padding:.72rem 0;border-top:1px solid var(--rule)}
.terms{margin-top:var(--s-6);margin-bottom:var(--s-8);font-size:var(--fs-xs);line-height:1.55;color:var(--fg-muted)}
.terms h4{font:500 var(--fs-xs)/1.4 var(--font-text);color:var(--fg);margin-bottom:.35rem}
.terms li{padding-left:1em;position:relative}
.terms li::before{content:"";position:absolute;left:.1em;top:.72em;width:.36em;height:1px;background:currentColor}
.ticks+.btn{margin-block-start:var(--s-8)}
.pkg .btn{margin-top:auto;width:100%}
/* one or two packages in a tab */
.pkgs[data-n="1"]{grid-template-columns:1fr;margin-top:0}
.pkgs[data-n="1"] .pkg>article{display:grid;grid-template-columns:5fr 7fr;gap:0 var(--s-16);padding-inline:0}
.pkgs[data-n="1"] .pkg--pop>article{padding-inline:clamp(1.25rem,2.6vw,2.75rem)}
.pkgs[data-n="1"] .pkg :is(.pkg__head,.pkg__price,.pkg__dur,.btn){grid-column:1}
.pkgs[data-n="1"] .pkg :is(.ticks,.terms){grid-column:2}
.pkgs[data-n="1"] .pkg .ticks{grid-row:1/4;margin-top:0}
.pkgs[data-n="1"] .pkg .terms{grid-row:4/6;margin-bottom:0}
.pkgs[data-n="1"] .pkg .btn{align-self:start;max-width:22rem;margin-top:2.5rem}
.pkgs[data-n="2"]{grid-template-columns:1fr 1fr}
.quote-bar{display:grid;grid-template-columns:repeat(12,minmax(0,1fr));gap:var(--s-5) var(--col-gap);align-items:center;margin-top:clamp(5rem,8vw,8rem);padding-block:clamp(1.75rem,3.4vw,3rem);border-block:1px solid var(--rule)}
.quote-bar h3{grid-column:1/6;font-size:clamp(1.875rem,1.4rem + 1.9vw,3rem);line-height:1.05;letter-spacing:var(--track-tight)}
.quote-bar p{grid-column:6/10;color:var(--fg-muted);max-width:30rem}
.quote-bar .btn{grid-column:10/-1;justify-self:end}
@media (max-width:1199px){
  .pkgs{grid-template-columns:1fr 1fr;border:0;gap:var(--s-12) 0;margin-top:0}
  .pkg--pop{order:-1;grid-column:1/-1;margin:0}
  .pkg:not(.pkg--pop)::after{inset-block:calc(-1*var(--out))}
  .pkg--pop>article{display:grid;grid-template-columns:1fr 1fr;gap:0 var(--s-12);padding-block:3.5rem 3rem}
  .pkg--pop :is(.pkg__head,.pkg__price,.pkg__dur,.terms,.btn){grid-column:1}
  .pkg--pop .ticks{grid-column:2;grid-row:1/6;margin-top:var(--s-8)}
  .pkg--pop .badge{top:2rem}
  .pkg--pop .terms{margin-top:var(--s-10)}
  .pkg:not(.pkg--pop)>article{padding-top:0;padding-bottom:0}
  .pkg+.pkg:not(.pkg--pop)::before{display:block;inset:0 auto 0 0}
  .pkg--pop+.pkg::before{display:block!important}
  .pkg:first-of-type::before{display:none}
  .quote-bar h3{grid-column:1/8}
  .quote-bar p{grid-column:1/8;grid-row:2}
  .quote-bar .btn{grid-column:8/-1;grid-row:1/3}
}
@media (max-width:639px){
  .pkgs,.pkgs[data-n="2"]{grid-template-columns:1fr}
  .pkg+.pkg::before,.pkg--pop+.pkg::before{display:none!important}
  .pkg:not(.pkg--pop)>article{padding-inline:0;padding-top:var(--s-10);border-top:1px solid var(--rule)}
  .pkg--pop>article{display:flex;padding-inline:1.5rem}
  .pkg--pop{margin-inline:calc(-.5*var(--gutter))}
  .pkg:not(.pkg--pop)::after{inset:0 calc(-.5*var(--gutter)) calc(-.5*var(--s-12))!important}
  .badge{right:1.5rem}
  .pkgs[data-n="1"] .pkg>article{display:flex}
  .quote-bar{display:block}
  .quote-bar p{margin-block:var(--s-4) var(--s-6)}
  .quote-bar .btn{width:100%}
}
`;
