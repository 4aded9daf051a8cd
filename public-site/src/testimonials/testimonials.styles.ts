import { css, keyframes } from '@emotion/react';

const say = keyframes`from{opacity:0;transform:translateY(12px)}`;

export const testimonialsStyles = css`
.sec__head--tight{margin-bottom:clamp(2rem,4vw,3.5rem)}
.car{display:grid;grid-template-columns:repeat(12,minmax(0,1fr));column-gap:var(--col-gap);align-items:stretch}
.car__img{grid-column:1/6;aspect-ratio:4/5}
.car__txt{grid-column:7/-1;display:flex;flex-direction:column}
.car__say{flex:1;display:flex}
.car__fade{flex:1;display:flex;flex-direction:column;animation:${say} 320ms var(--ease-out)}
blockquote{font:400 var(--fs-quote)/1.24 var(--font-display);letter-spacing:-.008em;margin-top:var(--s-6)}
blockquote p{text-indent:-.42em}
blockquote p::before{content:"“"}
blockquote p::after{content:"”"}
.car__by{display:flex;flex-direction:column;margin-top:auto;padding-top:var(--s-8);font:inherit;letter-spacing:0;font-variation-settings:normal}
.car__by strong{font-weight:500}
.car__by span{color:var(--fg-muted);font-size:var(--fs-sm)}
.car__ctl{display:flex;align-items:center;gap:.5rem;margin-top:var(--s-8);padding-top:var(--s-6);border-top:1px solid var(--rule)}
.car__ctl .dots{margin-left:auto}
.tgrid{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:var(--col-gap);margin-top:clamp(3.5rem,6vw,6rem)}
.tcard{display:flex;flex-direction:column;gap:var(--s-5);width:100%;height:100%;padding:var(--s-6) 0 0;border-top:1px solid var(--rule-strong);position:relative;line-height:1.55}
.tcard::before{content:"";position:absolute;inset:-2px 0 auto;height:3px;background:var(--accent-fg);transform:scaleX(0);transform-origin:0 50%;transition:transform var(--t-3) var(--ease-out)}
.tcard[aria-pressed=true]::before{transform:none}
.tcard:hover::before{transform:scaleX(.25)}
.tcard[aria-pressed=true]:hover::before{transform:none}
.tcard__top{display:flex;align-items:center;gap:var(--s-4)}
.tcard__img{width:3.5rem;height:3.5rem;border-radius:50%;flex:none}
.tcard strong{font-weight:500;display:block}
.tcard__ev{display:block;font-size:var(--fs-xs);color:var(--fg-muted)}
.tcard__t{color:var(--fg-muted)}
.tcard .stars{font-size:.875rem;margin-top:auto}
.cta{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:var(--s-6) var(--s-12);margin-top:clamp(4rem,7vw,7rem);padding-top:clamp(2rem,4vw,3.5rem);border-top:1px solid var(--rule)}
.cta h3{font-size:clamp(1.875rem,1.4rem + 1.9vw,3rem);line-height:1.06;letter-spacing:var(--track-tight);max-width:18em;text-wrap:balance}
@media (max-width:899px){
  .car{row-gap:var(--s-8)}
  .car__img{grid-column:1/-1;aspect-ratio:16/10}
  .car__txt{grid-column:1/-1}
  .tgrid{grid-template-columns:1fr;gap:var(--s-10)}
}
@media (max-width:639px){
  .car__img{aspect-ratio:4/5;margin-inline:calc(-1*var(--gutter))}
  .car__ctl{flex-wrap:wrap}
  .cta .acts,.cta .btn{width:100%}
}
/* Without JavaScript nothing selects: the cards say everything. */
@media (scripting:none){
  .car__ctl,.tcard__t:not(.tcard__all){display:none}
  .tcard__all[hidden]{display:block!important}
}
`;
