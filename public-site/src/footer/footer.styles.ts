import { css } from '@emotion/react';

export const footerStyles = css`
.container{padding-top:clamp(3.5rem,6vw,6rem)}
.ftr__grid{display:grid;grid-template-columns:4fr 2fr 3fr 3fr;gap:var(--s-12) var(--col-gap)}
.logo--lg{font-size:2rem}
.logo--lg .mark{width:2.5rem;height:2.5rem}
.ftr__brand>p:nth-of-type(2){margin-top:var(--s-4);max-width:18rem;color:var(--fg-muted)}
.since{color:var(--fg-muted);font-size:var(--fs-sm)}
.soc{display:flex;gap:.6rem;margin-top:var(--s-6)}
.flinks{margin-top:.6rem;font-size:1rem}
.flinks a{min-height:2.75rem;display:inline-flex;align-items:center;text-decoration:none}
.flinks a:hover{text-decoration:underline;text-underline-offset:.35em;text-decoration-thickness:1px}
.flinks--text li{min-height:2.75rem;display:flex;align-items:center;color:var(--fg-muted)}
.faddr{display:grid;margin-top:.6rem;font-size:1rem}
.faddr>*{display:flex;gap:.8rem;align-items:flex-start;min-height:2.75rem;padding-top:.6rem;line-height:1.5;text-decoration:none;color:var(--fg-muted)}
.faddr a{color:var(--fg)}
.faddr a:hover{text-decoration:underline;text-underline-offset:.3em}
.faddr .i{color:var(--accent-fg);font-size:1.0625rem;margin-top:.22rem}
/* the wordmark fills the container whatever the brand is called: --len is its number of letters */
.ftr__wordbox{container-type:inline-size;margin-top:clamp(2.5rem,5vw,5rem);overflow:hidden}
.ftr__word{font:400 calc(100cqi/(var(--len,7)*.417))/.8 var(--font-display);letter-spacing:-.04em;color:#2A241D;margin-left:-.045em;padding-top:.04em;margin-bottom:-.075em;white-space:nowrap;-webkit-user-select:none;user-select:none}
.ftr__word::before{content:attr(data-word)}
.ftr__end{display:flex;flex-wrap:wrap;align-items:center;gap:var(--s-3) var(--s-8);border-top:1px solid var(--rule);padding-block:var(--s-6);font-size:var(--fs-xs);color:var(--fg-muted)}
.ftr__end p:first-of-type{margin-right:auto}
.ftr__end .btn{font-size:var(--fs-xs)}
@media (max-width:1199px){
  .ftr__grid{grid-template-columns:1fr 1fr}
  .ftr__brand{grid-column:1/-1;display:grid;grid-template-columns:1fr auto;align-items:center}
  .soc{grid-column:2;grid-row:1/4}
}
@media (max-width:639px){
  .ftr__brand{display:block}
  .ftr__grid>div:last-of-type{grid-column:1/-1}
  .ftr__end{display:grid;grid-template-columns:1fr auto;gap:0 1rem}
  .ftr__end .btn{grid-column:2;grid-row:1/3}
}
`;
