import { css, keyframes } from '@emotion/react';

const menuIn = keyframes`from{opacity:0;transform:translateY(-8px)}`;

export const headerStyles = css`
&.hdr{position:fixed;inset:0 0 auto;z-index:50;height:var(--header-h);background-color:transparent;border-bottom:1px solid transparent;transition:background-color var(--t-3),border-color var(--t-3)}
.hdr__in{height:100%;display:flex;align-items:center;gap:min(var(--s-6),6vw)}
/* with text twice as large the name still leaves the menu's button its place */
.logo{min-width:0;font-size:min(1.625rem,9vw);gap:min(.7rem,3vw)}
.logo .mark{flex:none;width:min(2.125rem,11vw);height:min(2.125rem,11vw)}
.logo span{min-width:0;overflow:hidden;text-overflow:ellipsis;line-height:1.3}
&.is-solid{background-color:rgb(16 14 12/.92);border-bottom-color:rgb(247 241 230/.12);-webkit-backdrop-filter:blur(14px) saturate(1.2);backdrop-filter:blur(14px) saturate(1.2)}
.hdr__nav{margin-left:auto}
.hdr__nav ul{display:flex;gap:clamp(.25rem,1vw,1rem)}
.hdr__nav a{position:relative;display:inline-flex;align-items:center;min-height:2.75rem;padding:0 .75rem;font-size:var(--fs-sm);color:var(--fg);text-decoration:none;transition:color var(--t-2)}
.hdr__nav a::after{content:"";position:absolute;left:.75rem;right:.75rem;bottom:.45rem;height:1px;background:var(--accent-fg);transform:scaleX(0);transform-origin:0 50%;transition:transform var(--t-2) var(--ease-out)}
.hdr__nav a:hover::after,.hdr__nav a[aria-current]::after{transform:none}
.hdr__nav a[aria-current]{color:var(--accent-fg)}
.hdr__toggle{display:none;flex:none;color:var(--fg);font-size:1.5rem;margin-right:-.625rem}
.menu{position:fixed;inset:var(--header-h) 0 0;height:calc(100dvh - var(--header-h));background:var(--ink-950);padding:var(--s-4) var(--gutter) var(--s-8);display:flex;flex-direction:column;justify-content:space-between;gap:var(--s-6);overflow:auto;animation:${menuIn} var(--t-2) var(--ease-out)}
.menu li+li{border-top:1px solid var(--rule)}
.menu nav a{display:flex;align-items:center;width:100%;min-height:4rem;font:400 min(2.125rem,16vw)/1.1 var(--font-display);letter-spacing:-.012em;text-decoration:none;overflow-wrap:anywhere}
.menu nav a[aria-current]{color:var(--accent-fg)}
.menu__foot{display:grid;gap:var(--s-3)}
.menu__foot .tlink{justify-content:center}
@media (min-width:1200px){.menu{display:none}}
@media (max-width:1199px){
  .hdr__nav{display:none}
  .hdr__toggle{display:inline-grid}
  .hdr__book{margin-left:auto}
}
@media (max-width:639px){
  .hdr__book{display:none}
  .hdr__toggle{margin-left:auto}
}
@media (scripting:none){
  .hdr__toggle{display:none}
  .hdr__book{display:inline-flex;margin-left:auto}
}
/* without JavaScript nothing can open the menu: its links stand below the bar, which stays with the top of the page */
@media (scripting:none) and (max-width:1199px){
  &.hdr{position:absolute;height:auto;background-color:rgb(16 14 12/.92)}
  .hdr__in{height:var(--header-h)}
  .menu[hidden]{display:block!important;position:static;height:auto;padding-block:0 var(--s-3);background:none;animation:none}
  .menu nav ul{display:flex;flex-wrap:wrap;gap:0 var(--s-5)}
  .menu li+li{border-top:0}
  .menu nav a{min-height:2.75rem;font:500 var(--fs-sm)/1.2 var(--font-text);letter-spacing:0}
  .menu__foot{display:none}
}
`;
