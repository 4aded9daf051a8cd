import { css } from '@emotion/react';

export const aboutStyles = css`
.about__top{display:grid;grid-template-columns:repeat(12,minmax(0,1fr));column-gap:var(--col-gap);grid-template-rows:auto auto 1fr}
.about__top .eyebrow{grid-column:7/-1;grid-row:1}
.about__top h2{grid-column:7/-1;grid-row:2;font-size:var(--fs-h2);line-height:var(--lh-tight);letter-spacing:var(--track-tight);margin-top:var(--s-5)}
.about__pics{grid-column:1/6;grid-row:1/4;position:relative;padding-bottom:clamp(3rem,7vw,6.5rem)}
.about__p1{aspect-ratio:4/5;margin-left:calc(-1*max(var(--gutter),(100vw - var(--container))/2))}
.about__p2{position:absolute;right:calc(-1*(100% + var(--col-gap))/10);bottom:0;width:44%;aspect-ratio:1;border:clamp(6px,.7vw,10px) solid var(--bg)}
.about__txt{grid-column:7/-1;grid-row:3;margin-top:clamp(2rem,4vw,3.5rem)}
.about__txt h3{font-size:var(--fs-h3);line-height:1.1}
.about__sub{color:var(--accent-fg);font-size:var(--fs-sm);margin-top:.4rem}
.about__txt .lead{margin-top:var(--s-5);max-width:36rem}
.facts{display:grid;grid-template-columns:1fr 1fr;margin-top:var(--s-8);border-block:1px solid var(--rule)}
.facts>div{padding:var(--s-5) 0}
.facts>div+div{border-left:1px solid var(--rule);padding-left:var(--s-6)}
.facts dt{display:flex;gap:.55em;align-items:center;font-size:var(--fs-xs);color:var(--fg-muted)}
.facts dt .i{color:var(--accent-fg);font-size:1rem}
.facts dd{margin-top:.35rem;font-weight:500}
.about__txt .label{margin-top:var(--s-8)}
.achv{display:grid;grid-template-columns:1fr 1fr;gap:.1rem var(--s-6);margin-top:var(--s-3)}
.achv li{display:flex;gap:.75em;padding:.5rem 0;line-height:1.4;font-size:1rem}
.achv .i{color:var(--accent-fg);font-size:1.0625rem;transform:translateY(.12em)}
.stats.stats--lg{margin-top:clamp(4rem,8vw,8rem);border-top:1px solid var(--rule);border-bottom:1px solid var(--rule);grid-template-columns:repeat(4,1fr);gap:0}
.stats--lg>div{padding:clamp(1.5rem,3vw,2.75rem) 0}
.stats--lg>div+div{border-left:1px solid var(--rule);padding-left:clamp(1rem,2.6vw,2.5rem)}
.stats--lg dd{font-size:clamp(2.5rem,1.5rem + 3.4vw,4.75rem);letter-spacing:-.03em}
.stats--lg dt{font-size:var(--fs-sm)}
.tl{margin-top:clamp(4rem,7vw,7rem)}
.tl>h3{font-size:clamp(1.875rem,1.4rem + 1.9vw,3rem);letter-spacing:var(--track-tight);line-height:1.05}
.tl ol{display:grid;grid-template-columns:repeat(4,1fr);margin-top:clamp(2rem,4vw,3.5rem)}
.tl li{position:relative;padding:2.25rem clamp(1rem,2.4vw,2.5rem) 0 0;border-top:1px solid var(--rule-strong)}
.tl li::before{content:"";position:absolute;left:0;top:-5px;width:9px;height:9px;border-radius:50%;background:var(--accent-fg)}
.tl__y{font-size:clamp(2.25rem,1.5rem + 2vw,3.5rem);line-height:1;letter-spacing:-.02em}
.tl h4{font:500 var(--fs-body)/1.35 var(--font-text);margin-top:var(--s-5)}
.tl li>p:last-of-type{color:var(--fg-muted);font-size:1rem;margin-top:.3rem;max-width:19rem}
@media (max-width:899px){
  .stats--lg>div{padding-block:var(--s-5)}
  .about__top{display:flex;flex-direction:column}
  .about__pics{order:3;margin-top:var(--s-10);padding-bottom:4.5rem;width:82%}
  .about__p2{right:-18%;width:40%}
  .about__txt{order:4;margin-top:var(--s-10)}
  .tl ol{grid-template-columns:1fr 1fr;row-gap:var(--s-12)}
}
@media (max-width:639px){
  .facts{grid-template-columns:1fr}
  .facts>div+div{border-left:0;border-top:1px solid var(--rule);padding-left:0}
  .achv{grid-template-columns:1fr}
  .stats.stats--lg{grid-template-columns:1fr 1fr}
  .stats--lg>div{padding-block:var(--s-4)}
  .stats--lg>div:nth-of-type(n+3){border-top:1px solid var(--rule)}
  .stats--lg>div:nth-of-type(odd){border-left:0;padding-left:0}
  .tl ol{grid-template-columns:1fr;row-gap:0;margin-left:4px;border-left:1px solid var(--rule-strong)}
  .tl li{border-top:0;padding:0 0 var(--s-10) var(--s-6)}
  .tl li:last-of-type{padding-bottom:0}
  .tl li::before{left:-5px;top:.9rem}
}
`;
