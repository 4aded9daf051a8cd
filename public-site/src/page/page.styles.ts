import { css, keyframes } from '@emotion/react';

/*
 * Styles come one block per section, scoped by the section's own class, and the parts that sections share here:
 * a page of 12 styled elements hydrates in a fraction of the time that 400 would take.
 */

const spin = keyframes`to{transform:rotate(1turn)}`;

/** The document itself, as far as it is the public site's. */
export const documentStyles = css`
html{-webkit-text-size-adjust:100%;scroll-padding-top:var(--header-h)}
@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
body{margin:0;background:var(--paper-50);overflow-x:clip}
/* A first view lays out no more than it shows (use-whole-page ends it); where heights may change above a reader unnoticed. */
@supports (overflow-anchor:auto){
  html[data-first-view] .site :is(main>section~section,.site-footer,.svc){content-visibility:auto;contain-intrinsic-height:auto 2200px}
  html[data-first-view] .site .svc{contain-intrinsic-height:auto 600px}
}
`;

/** Ground rules, and the parts that the first view shares with the sections below. */
export const pageStyles = css`
--grain:url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='180' height='180'%3E%3Cfilter id='n'%3E%3CfeTurbulence type='fractalNoise' baseFrequency='.9' numOctaves='2' stitchTiles='stitch'/%3E%3CfeColorMatrix type='saturate' values='0'/%3E%3C/filter%3E%3Crect width='180' height='180' filter='url(%23n)'/%3E%3C/svg%3E");
color:var(--fg);font:400 var(--fs-body)/var(--lh-body) var(--font-text);-webkit-font-smoothing:antialiased;text-rendering:optimizeLegibility;overflow-x:clip;
&,*,*::before,*::after{box-sizing:border-box}
h1,h2,h3,h4,p,ul,ol,dl,dd,figure,blockquote{margin:0;padding:0}
ul,ol{list-style:none}
img{display:block;max-width:100%}
a{color:inherit}
button,input,select,textarea{font:inherit;color:inherit}
button{background:none;border:0;padding:0;cursor:pointer;text-align:inherit}
em{font-style:italic}
h1,h2,h3,.tl__y,.pkg__price{font-family:var(--font-display);font-weight:400;font-feature-settings:"lnum","kern","liga"}
h1{font-variation-settings:var(--opsz-hero)}
.stats dd{font-variation-settings:var(--opsz-h2)}
.logo,.pf h3{font-variation-settings:var(--opsz-sm)}
h1,h2{text-wrap:balance}
/* Devanagari reaches further above and below, and its letters join */
& :is(h1,h2,h3,h4,blockquote):lang(mr){line-height:1.4!important;letter-spacing:0!important}
p{text-wrap:pretty}
[data-tone]{background-color:var(--bg);color:var(--fg)}
.container{width:100%;max-width:calc(var(--container) + 2*var(--gutter));margin-inline:auto;padding-inline:var(--gutter)}
.i{width:1.25em;height:1.25em;flex:none;fill:none;stroke:currentColor;stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round;vertical-align:-.22em}
.i.full{fill:currentColor}
:focus-visible{outline:2px solid var(--focus);outline-offset:3px;border-radius:var(--r-1)}
section[tabindex="-1"]:focus{outline:0}
.skip{position:fixed;left:var(--gutter);top:-100px;opacity:0;z-index:99;background:var(--paper-0);color:var(--ink-950);padding:.8rem 1.2rem}
.skip:focus{top:.75rem;opacity:1}
[hidden]{display:none!important}

.eyebrow,.label{font:500 var(--fs-eyebrow)/1.4 var(--font-text);letter-spacing:var(--track-caps);text-transform:uppercase;color:var(--accent-fg)}
.lead{font-size:var(--fs-lead);line-height:1.55}
.frame{display:block;position:relative;overflow:hidden;background:var(--ph,#3a332a) center/cover}
.frame img{width:100%;height:100%;object-fit:cover;object-position:var(--fx,50%) var(--fy,50%);transition:transform var(--t-3) var(--ease-out)}
.zari{height:var(--zari-h);background:var(--zari)}
.acts{display:flex;flex-wrap:wrap;gap:var(--s-3)}
.btn{display:inline-flex;align-items:center;justify-content:center;gap:.65em;min-height:3.25rem;padding:.6rem 1.75rem;border:1px solid transparent;border-radius:var(--r-1);font-size:var(--fs-sm);font-weight:500;line-height:1.2;letter-spacing:.005em;text-decoration:none;text-align:center;transition:background-color var(--t-2),border-color var(--t-2),color var(--t-2)}
.btn .i{font-size:1.0625rem;transition:transform var(--t-2) var(--ease-out)}
.btn--sm{min-height:2.75rem;padding:.4rem 1.25rem}
.btn--solid{background:var(--accent);color:var(--on-accent)}
.btn--solid:hover{background:var(--accent-hover)}
.btn--line{border-color:var(--rule-strong);color:var(--fg)}
.btn--line:hover{background:var(--fg);border-color:var(--fg);color:var(--bg)}
.btn:active{transform:translateY(1px)}
.icon-btn{display:inline-grid;place-items:center;width:2.75rem;height:2.75rem;border:1px solid transparent;border-radius:var(--r-full);font-size:1.0625rem;transition:background-color var(--t-2),color var(--t-2),border-color var(--t-2)}
.icon-btn .i{vertical-align:0}
.icon-btn:focus-visible{border-radius:var(--r-full)}
.tlink{display:inline-flex;align-items:center;gap:.6em;min-height:2.75rem;text-decoration:none}
.tlink:hover{text-decoration:underline;text-underline-offset:.3em}
.logo{display:inline-flex;align-items:center;gap:.7rem;min-height:2.75rem;text-decoration:none;font:400 1.625rem/1 var(--font-display);letter-spacing:-.01em;color:var(--fg)}
.logo .mark{width:2.125rem;height:2.125rem}

.dots{display:flex;align-items:center}
.dot{width:3rem;height:2.75rem;position:relative}
.dot::before,.dot[aria-current]::after{content:"";position:absolute;left:.3rem;right:.3rem;top:50%;height:2px;background:currentColor;opacity:.42;transition:opacity var(--t-2)}
.dot:hover::before{opacity:.85}
.dot[aria-current]::after{opacity:1;background:var(--accent-fg);transform-origin:0 50%;height:3px;margin-top:-.5px}
.dots__pause{font-size:.9375rem}
.dots__pause:hover{background:var(--rule)}
/* nothing moves then, so there is nothing to pause; the server cannot know */
@media (prefers-reduced-motion:reduce){.dots__pause{display:none}}

.stats{display:grid;grid-template-columns:repeat(4,auto);flex:1;gap:0 clamp(1.5rem,4vw,4.5rem);justify-content:start}
.stats>div{display:flex;flex-direction:column-reverse;justify-content:flex-end;padding:var(--s-6) 0 var(--s-8)}
.stats dd{font:400 clamp(1.75rem,1.3rem + 1.3vw,2.5rem)/1 var(--font-display);font-feature-settings:"lnum";letter-spacing:-.01em}
.stats dt{font-size:var(--fs-xs);color:var(--fg-muted);margin-top:.5rem}

@media (max-width:899px){
  .stats{grid-template-columns:repeat(4,1fr);justify-content:stretch;gap:0 var(--s-4)}
  .stats>div{padding-block:var(--s-5)}
}
@media (max-width:639px){
  .stats{grid-template-columns:1fr 1fr}
  .stats>div{padding-block:var(--s-4)}
  .dot{width:2.75rem}
}
@media (min-width:900px) and (max-height:760px){.stats>div{padding-block:var(--s-4)}}
@media (scripting:none){.dots{display:none}}
@media (prefers-reduced-motion:reduce){*,*::before,*::after{animation:none!important;transition-duration:.01ms!important}}
@media (forced-colors:active){.btn,.badge,.tcard{border:1px solid}.dot[aria-current]::after{background:Highlight}}
`;

/** Parts that the sections below the first view share. */
export const sectionStyles = css`
address{font-style:normal}
h2,.tl__y,.pkg__price,.ftr__word{font-variation-settings:var(--opsz-h2)}
h3,.ask__t{letter-spacing:-.012em}
h3,blockquote,.ask__t,.tabs--lg [role=tab]{font-variation-settings:var(--opsz-h3)}
.quote-bar h3,.tl>h3,.cta h3,.form>h3,.menu nav a{font-variation-settings:var(--opsz-h2)}
.label{color:var(--fg-muted);letter-spacing:.12em;display:flex;align-items:center;gap:.6em}
.label .i{font-size:1rem;color:var(--accent-fg)}
.btn:disabled{cursor:default;opacity:1;background:var(--paper-200);color:#5E5548}
.icon-btn--line{border-color:var(--rule-strong)}
.icon-btn--line:hover{background:var(--fg);color:var(--bg);border-color:var(--fg)}
.icon-btn--glass{background:rgb(16 14 12/.62);color:var(--ivory);-webkit-backdrop-filter:blur(6px);backdrop-filter:blur(6px)}
.icon-btn--glass:hover{background:var(--gold-400);color:var(--ink-950)}
.icon-btn--glass:focus-visible{outline-color:var(--gold-300)}
.ticks{display:grid}
.ticks li{display:flex;gap:.75em;align-items:baseline;line-height:1.4}
.ticks .i{font-size:.9em;color:var(--accent-fg);stroke-width:2;transform:translateY(.12em)}
.stars{display:flex;gap:.28em;color:var(--accent-fg);font-size:1rem}
.spin{animation:${spin} 900ms linear infinite}

.sec{position:relative;padding-block:var(--section-y)}
.sec--grain::before{content:"";position:absolute;inset:0;background:var(--grain);opacity:.07;mix-blend-mode:overlay;pointer-events:none}
.sec>*{position:relative}
.sec__head{display:grid;grid-template-columns:repeat(12,minmax(0,1fr));column-gap:var(--col-gap);row-gap:var(--s-5);align-items:end;margin-bottom:clamp(2.5rem,5vw,5rem)}
.sec__head .eyebrow{grid-column:1/-1}
.sec__head h2{grid-column:1/9;font-size:var(--fs-h2);line-height:var(--lh-tight);letter-spacing:var(--track-tight)}
.sec__intro{grid-column:9/-1;color:var(--fg-muted);padding-bottom:.55em;max-width:26rem}

.tabs{display:flex;gap:clamp(1.25rem,2.6vw,2.5rem);border-bottom:1px solid var(--rule);overflow-x:auto;overscroll-behavior-x:contain;scrollbar-width:none;scroll-snap-type:x proximity;margin-bottom:clamp(2rem,4vw,3.5rem)}
.tabs::-webkit-scrollbar{display:none}
.tabs [role=tab]{position:relative;flex:none;min-height:3.25rem;white-space:nowrap;color:var(--fg-muted);scroll-snap-align:start;transition:color var(--t-2)}
.tabs [role=tab]::after{content:"";position:absolute;inset:auto 0 0;height:2px;background:var(--accent-fg);transform:scaleX(0);transform-origin:0 50%;transition:transform var(--t-3) var(--ease-out)}
.tabs [aria-selected=true]{color:var(--fg)}
.tabs [aria-selected=true]::after{transform:none}
.tabs [role=tab]:hover{color:var(--fg)}
.tabs [role=tab]:focus-visible{outline-offset:-4px}
.tabs--lg [role=tab]{font:400 clamp(1.25rem,1.05rem + .75vw,1.75rem)/1 var(--font-display);min-height:4rem;letter-spacing:-.008em}
.count{font:500 .75rem/1 var(--font-text);font-variant-numeric:tabular-nums;vertical-align:.85em;margin-left:.15em;color:var(--accent-fg);letter-spacing:.02em}
.panel:focus-visible{outline-offset:8px}
.loading{display:flex;align-items:center;gap:1rem;min-height:18rem;justify-content:center;color:var(--fg-muted)}

@media (max-width:899px){
  .sec__head h2{grid-column:1/-1}
  .sec__intro{grid-column:1/-1;max-width:34rem;padding:0}
  .tabs{padding-right:3rem!important;-webkit-mask:linear-gradient(90deg,#000 calc(100% - 3.5rem),transparent);mask:linear-gradient(90deg,#000 calc(100% - 3.5rem),transparent)}
}
@media (max-width:639px){
  .tabs{margin-inline:calc(-1*var(--gutter));padding-inline:var(--gutter);scroll-padding-inline:var(--gutter)}
}
/* Without JavaScript every panel is open, one under the other. */
@media (scripting:none){
  .tabs,.loading{display:none}
  .panel[hidden],.panel__name[hidden]{display:block!important}
  .panel+.panel{margin-top:var(--s-16)}
  .panel__name{font:400 var(--fs-h3)/1.1 var(--font-display);margin-bottom:var(--s-6)}
}
/* On paper: dark words on white, the header once and above, the hero's photograph above its words, nothing to press. */
@media print{
  --header-h:0rem;
  &,[data-tone]{--bg:#fff;--bg-raised:#fff;--fg:#1a1612;--fg-muted:#5e5548;--rule:#d5c9b4;--rule-strong:#85775f;--accent-fg:var(--maroon-700)}
  .site-header{position:static!important;height:auto!important;background:none!important;padding-block:var(--s-4)}
  .site-header+div,.site-header :is(nav,button,.menu),.hero__ctl,.hero__scrim,.hero__head::before,.car__ctl,.tabs,.form,.acts,.pf__acts,.btn,.ask__go,.ftr__wordbox,.sec--grain::before{display:none!important}
  .site-hero.hero{display:block;min-height:0;margin:0;overflow:visible}
  .hero__slides,.hero__slide,.hero__slide .frame{position:static!important}
  .hero__slide:not(.is-on){display:none}
  .hero__slide .frame{height:11cm}
  .hero__head .eyebrow{color:var(--accent-fg)!important}
  .sec{padding-block:1cm}
  & :is(.svc,.pf,.pkg,.tcard,figure,.frame){break-inside:avoid}
  & :is(h1,h2,h3){break-after:avoid}
}
`;
