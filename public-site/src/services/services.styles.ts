import { css } from '@emotion/react';

export const servicesStyles = css`
.svcs{display:grid;grid-template-columns:repeat(12,minmax(0,1fr));gap:clamp(2.5rem,4.4vw,4.5rem) var(--col-gap)}
.svc{grid-column:span 4}
.svc--wide{grid-column:span 7}
.svc--wide2{grid-column:span 5}
.svc__img{aspect-ratio:4/5}
.svc--wide .svc__img,.svc--wide2 .svc__img{aspect-ratio:auto;height:clamp(22rem,38vw,34rem)}
.svc__txt{display:grid;grid-template-columns:1fr auto;gap:.4rem 1rem;align-items:center;padding-top:var(--s-5)}
.svc__txt h3{font-size:var(--fs-h3);line-height:1.12;letter-spacing:-.01em}
.svc__ico{color:var(--accent-fg);font-size:1.375rem;line-height:1}
.svc__txt p{grid-column:1/-1;color:var(--fg-muted);max-width:33rem}
.svc__in{display:grid}
.svc__img{grid-area:1/1}
.svc__txt{grid-area:2/1}
.svc__img::after{content:"";position:absolute;inset:auto 0 0;height:4px;background:var(--tint)}
/* with a mouse the features lie over the photograph; by touch (see the end) they follow the text */
.svc__over{grid-area:1/1;z-index:1;display:flex;flex-direction:column;justify-content:flex-end;align-items:flex-start;gap:var(--s-6);padding:clamp(1.25rem,2vw,2rem);--fg:var(--ivory);--bg:var(--ink-950);--accent-fg:var(--gold-400);--rule-strong:rgb(247 241 230/.5);--focus:var(--gold-300);color:var(--fg);background:linear-gradient(0deg,rgb(16 14 12/.93) 0,rgb(16 14 12/.8) 50%,rgb(16 14 12/.1) 100%);opacity:0;transition:opacity var(--t-3) var(--ease-out)}
.svc__over .ticks{gap:.55rem}
.svc__over>*{transform:translateY(12px);transition:transform var(--t-3) var(--ease-out),background-color var(--t-2),color var(--t-2),border-color var(--t-2)}
.svc:is(:hover,:focus-within) .svc__over{opacity:1}
.svc:is(:hover,:focus-within) .svc__over>*{transform:none}
.svc:is(:hover,:focus-within) img{transform:scale(1.035)}
.ask{display:flex;align-items:center;justify-content:space-between;gap:var(--s-6);margin-top:clamp(3.5rem,7vw,7rem);padding:clamp(1.5rem,3vw,2.5rem) 0;border-block:1px solid var(--rule);text-decoration:none}
.ask__t{font:400 clamp(1.75rem,1.2rem + 2.2vw,3.25rem)/1.08 var(--font-display);letter-spacing:var(--track-tight)}
.ask__t em{color:var(--accent-fg);text-decoration:underline;text-decoration-thickness:1px;text-underline-offset:.16em;text-decoration-color:transparent;transition:text-decoration-color var(--t-2)}
.ask:hover em{text-decoration-color:currentColor}
.ask__go{display:grid;place-items:center;flex:none;width:clamp(3rem,5vw,4.5rem);aspect-ratio:1;border:1px solid var(--rule-strong);border-radius:50%;font-size:1.375rem;transition:background-color var(--t-2),color var(--t-2),border-color var(--t-2)}
.ask:hover .ask__go{background:var(--accent-hover);border-color:var(--accent-hover);color:var(--ivory)}
@media (max-width:899px){
  .ask__t em{display:block}
  .svc{grid-column:span 6}
  .svc--wide{grid-column:1/-1}
  .svc--wide2 .svc__img{height:auto;aspect-ratio:4/5}
  .svc--wide .svc__img{height:auto;aspect-ratio:16/10}
}
@media (max-width:639px){
  .svc,.svc--wide2{grid-column:1/-1}
  .svc .svc__img,.svc--wide .svc__img,.svc--wide2 .svc__img{aspect-ratio:4/3;height:auto}
  .ask{align-items:flex-end}
}
/* touch: nothing hides behind hover */
@media print,(hover:none),(max-width:639px){
  .svc__over{grid-area:3/1;opacity:1;background:none;padding:var(--s-4) 0 0;gap:var(--s-5);--fg:#1A1612;--bg:var(--paper-50);--accent-fg:var(--maroon-700);--rule-strong:var(--paper-500);--focus:var(--maroon-700)}
  .svc__over>*{transform:none}
  .svc img{transform:none!important}
}
`;
