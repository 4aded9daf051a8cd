import { css } from '@emotion/react';

export const contactStyles = css`
.contact{display:grid;grid-template-columns:repeat(12,minmax(0,1fr));gap:var(--s-12) var(--col-gap);align-items:start}
.contact__l{grid-column:1/6}
h2{font-size:var(--fs-h2);line-height:var(--lh-tight);letter-spacing:var(--track-tight);margin-top:var(--s-5)}
.ccards{margin-top:clamp(2rem,4vw,3.5rem)}
.ccards li{border-top:1px solid var(--rule)}
.ccards li:last-of-type{border-bottom:1px solid var(--rule)}
.ccard{display:flex;align-items:center;gap:var(--s-5);padding:var(--s-5) 0;text-decoration:none;line-height:1.4}
.ccard strong{display:block;font-weight:500}
.ccard span span{color:var(--fg-muted)}
.ccard__i{color:var(--accent-fg);font-size:1.375rem}
.ccard .go{margin-left:auto;transition:transform var(--t-2) var(--ease-out)}
.ccard:hover .go{transform:translateX(4px)}
.ccard:hover strong{text-decoration:underline;text-underline-offset:.25em;text-decoration-thickness:1px}
.cinfo{display:grid;gap:var(--s-10);margin-top:var(--s-10)}
.cinfo address{margin-top:var(--s-3);line-height:1.6;white-space:pre-line}
.cinfo dl{margin-top:var(--s-2)}
.cinfo dl>div{display:flex;justify-content:space-between;gap:.75rem;padding:.6rem 0}
.cinfo dl>div+div{border-top:1px solid var(--rule)}
.cinfo dt{color:var(--fg-muted)}
.form{grid-column:7/-1;background:var(--bg-raised);border:1px solid var(--rule);padding:clamp(1.5rem,3.4vw,3.25rem);position:relative}
.form>h3{font-size:clamp(1.875rem,1.5rem + 1.5vw,2.75rem);line-height:1.05;letter-spacing:var(--track-tight)}
.form__note{color:var(--fg-muted);font-size:var(--fs-sm);margin-top:.6rem}
.form__grid{display:grid;grid-template-columns:1fr 1fr;gap:var(--s-6) var(--s-6);margin-top:var(--s-8)}
.field--full{grid-column:1/-1}
.field label{display:block;font-size:var(--fs-sm);font-weight:500;margin-bottom:.5rem;line-height:1.3}
.field :is(input,select,textarea){width:100%;min-height:3.25rem;padding:.7rem 1rem;background:#fff;border:1px solid var(--rule-strong);border-radius:var(--r-1);line-height:1.4;appearance:none;transition:border-color var(--t-1),box-shadow var(--t-1)}
.field textarea{resize:vertical;display:block}
.field :is(input,select,textarea):hover{border-color:var(--fg)}
.field :is(input,select,textarea):focus{outline:2px solid var(--focus);outline-offset:1px;border-color:var(--focus)}
.field input[type=date]{color:var(--fg-muted)}
.select{position:relative}
.select .i{position:absolute;right:1rem;top:50%;translate:0 -50%;pointer-events:none}
.hint,.err{font-size:var(--fs-xs);line-height:1.45;margin-top:.45rem}
.hint{color:var(--fg-muted)}
.err{color:var(--danger-700);font-weight:500}
.err .i{font-size:.9375rem;margin-right:.15em}
.field.is-bad :is(input,select,textarea){border-color:var(--danger-700);box-shadow:inset 0 0 0 1px var(--danger-700)}
.form__sum{display:flex;gap:.9rem;margin-top:var(--s-6);padding:1rem 1.15rem;background:var(--danger-100);border-left:3px solid var(--danger-700);font-size:var(--fs-sm);line-height:1.5}
.form__sum>.i{color:var(--danger-700);font-size:1.125rem;margin-top:.15rem}
.form__sum strong{font-weight:600}
.form__sum a{display:inline-block;padding-block:.75rem;margin-block:-.75rem}
.form__sum--good{background:var(--bg);border-color:var(--success-700)}
.form__sum--good>.i{color:var(--success-700)}
.form__sum .tlink{display:inline-flex;padding:0;margin:0}
.form__trap{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.form__end{display:flex;align-items:center;flex-wrap:wrap;gap:var(--s-4) var(--s-6);margin-top:var(--s-8)}
.form__end .btn{min-width:11.5rem}
.form__end p{font-size:var(--fs-xs);color:var(--fg-muted)}
@media (max-width:899px){
  .contact__l,.form{grid-column:1/-1}
  .cinfo{grid-template-columns:1fr 1fr}
}
@media (max-width:639px){
  .cinfo{grid-template-columns:1fr}
  .form{margin-inline:calc(-.5*var(--gutter));padding-inline:1.25rem}
  .form__grid{grid-template-columns:1fr}
  .form__end .btn{width:100%}
}
`;
