/** Style sheet of all pages: light and dark by the browser's setting, usable from a width of 320 pixels. */
export const styleSheet = `:root {
  color-scheme: light dark;
  --ground: #f7f5f2; --sheet: #fff; --raised: #fbfaf8; --ink: #1f1d1a; --soft: #5d5850; --line: #ded9d1; --edge: #8a8378;
  --accent: #a33b12; --accent-deep: #7f2c0c; --on-accent: #fff; --tint: #fbe9e0;
  --alert: #9b1c1c; --alert-ground: #fdecea; --done: #14532d; --done-ground: #e7f6ec;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #161513; --sheet: #201e1b; --raised: #282521; --ink: #efece6; --soft: #b8b2a8; --line: #3b3833; --edge: #857e73;
    --accent: #ff9a6b; --accent-deep: #ffb593; --on-accent: #2b1206; --tint: #3a2418;
    --alert: #ffb4ab; --alert-ground: #3b1513; --done: #a6e3b8; --done-ground: #12301c;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; min-height: 100vh; background: var(--ground); color: var(--ink); font: 1rem/1.55 system-ui, "Segoe UI", Roboto, sans-serif; }
a { color: var(--accent); text-underline-offset: .15em; }
a:hover { color: var(--accent-deep); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: .25rem; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: 1rem; z-index: 1; background: var(--sheet); padding: .5rem 1rem; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: center; justify-content: space-between;
  padding: .7rem clamp(1rem, 4vw, 2rem); background: var(--sheet); border-bottom: 1px solid var(--line); }
.brand { display: inline-flex; gap: .6rem; align-items: center; font-weight: 700; font-size: 1.2rem; text-decoration: none; color: var(--ink); }
.brand:hover { color: var(--accent); }
header nav { display: flex; flex-wrap: wrap; gap: .4rem 1.25rem; align-items: center; }
header nav form { display: flex; flex-wrap: wrap; gap: .4rem .75rem; align-items: center; margin: 0; }
.who { color: var(--soft); font-size: .9rem; }
.who strong { color: var(--ink); }
main { margin: 2rem auto; padding: clamp(1.1rem, 4vw, 2.25rem); background: var(--sheet); border: 1px solid var(--line); border-radius: .9rem;
  box-shadow: 0 1px 2px rgb(0 0 0 / .05), 0 8px 24px rgb(0 0 0 / .04); }
main.narrow { max-width: 29rem; }
main.wide { max-width: 62rem; }
.columns { display: grid; grid-template-columns: 13rem minmax(0, 1fr); gap: 2rem; align-items: start; max-width: 66rem; margin: 2rem auto; padding: 0 clamp(1rem, 4vw, 2rem); }
.columns main { margin: 0; min-width: 0; }
.side ul { list-style: none; margin: 0; padding: 0; }
.side a { display: block; padding: .45rem .8rem; border-radius: .5rem; color: var(--ink); text-decoration: none; border-left: 3px solid transparent; }
.side a:hover { background: var(--sheet); color: var(--accent); }
.side a[aria-current] { background: var(--tint); border-left-color: var(--accent); font-weight: 600; }
@media (max-width: 48rem) {
  .columns { display: block; margin: 0; padding: 0; }
  .side { padding: .6rem .75rem; background: var(--raised); border-bottom: 1px solid var(--line); }
  .side ul { display: flex; flex-wrap: wrap; gap: .15rem; }
  .side a { padding: .35rem .6rem; font-size: .92rem; border-left: 0; }
  main, .columns main { margin: 0; border-width: 0 0 1px; border-radius: 0; box-shadow: none; }
  main.narrow { max-width: none; padding-inline: max(1.1rem, calc(50vw - 13.4rem)); }
}
h1 { margin: 0 0 .75rem; font-size: 1.6rem; line-height: 1.2; letter-spacing: -.01em; overflow-wrap: anywhere; }
h2 { margin: 2.25rem 0 .6rem; font-size: 1.1rem; line-height: 1.3; }
p { margin: .5rem 0 1rem; }
.lead { font-size: 1.1rem; max-width: 42rem; }
label, legend { display: block; margin: 1.1rem 0 .3rem; padding: 0; font-weight: 600; }
label.choice { display: flex; gap: .6rem; align-items: baseline; font-weight: 400; margin: .45rem 0; }
label.choice input { flex: none; accent-color: var(--accent); transform: translateY(.1rem); }
input:not([type=checkbox]):not([type=radio]), textarea, select { width: 100%; min-height: 2.75rem; padding: .55rem .75rem; font: inherit; color: inherit;
  background: var(--raised); border: 1px solid var(--edge); border-radius: .5rem; }
input[type=date], input[type=number] { display: block; max-width: 14rem; }
textarea { resize: vertical; }
.field-error { margin: .3rem 0 0; color: var(--alert); font-weight: 600; font-size: .92rem; }
[aria-invalid=true] { border-color: var(--alert); box-shadow: 0 0 0 1px var(--alert); }
fieldset { border: 0; margin: 1.1rem 0 0; padding: 0; min-width: 0; }
legend { margin: 0; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: 0 1rem; }
.hint { margin: .3rem 0 0; color: var(--soft); font-size: .9rem; }
.empty { color: var(--soft); }
button, .button { display: inline-block; margin-top: 1.4rem; min-height: 2.75rem; padding: .55rem 1.2rem; font: inherit; font-weight: 600; line-height: 1.5; cursor: pointer;
  color: var(--on-accent); background: var(--accent); border: 1px solid var(--accent); border-radius: .5rem; text-decoration: none; }
button:hover, .button:hover { background: var(--accent-deep); border-color: var(--accent-deep); color: var(--on-accent); }
p + form > input[type=hidden] + button, p > .button { margin-top: .4rem; }
button.plain { margin: 0; min-height: 2.1rem; padding: .2rem .8rem; color: var(--ink); background: transparent; border-color: var(--edge); font-weight: 400; font-size: .95rem; }
button.second, .button.second { color: var(--ink); background: transparent; border-color: var(--edge); }
button.danger { color: var(--alert); }
button.plain:hover, button.second:hover, .button.second:hover { color: var(--ink); background: var(--raised); border-color: var(--ink); }
.picture { display: flex; flex-wrap: wrap; gap: 0 1.25rem; align-items: center; }
.picture > div { flex: 1 1 14rem; min-width: 0; }
::file-selector-button { margin-right: .75rem; padding: .2rem .7rem; font: inherit; color: var(--ink); background: var(--sheet); border: 1px solid var(--edge); border-radius: .4rem; }
.picture .plain { margin: .6rem 0; }
.picture img { flex: none; border-radius: 50%; object-fit: cover; background: var(--raised); }
.row { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; }
.row > div { flex: 1 1 12rem; }
.error, .done, .warning { margin: 0 0 1rem; padding: .7rem 1rem; border-radius: .5rem; border-left: 4px solid; }
.error ul { margin: 0; padding-left: 1.1rem; }
.error a { color: inherit; }
.error { color: var(--alert); background: var(--alert-ground); }
.done { color: var(--done); background: var(--done-ground); }
/* An authenticator app reads dark on light. */
.qr svg { width: 100%; max-width: 14rem; background: #fff; border-radius: .5rem; }
.warning { color: var(--ink); background: var(--tint); border-left-color: var(--accent); }
code, pre { font-family: ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; font-size: .88rem; overflow-wrap: anywhere; }
p:not(.meta) > code { white-space: nowrap; }
pre { margin: .25rem 0; padding: .75rem 1rem; overflow-x: auto; white-space: pre-wrap; background: var(--raised); border: 1px solid var(--line); border-radius: .5rem; }
.secret { display: inline-block; padding: .45rem .7rem; background: var(--tint); border-radius: .4rem; user-select: all; }
.headed { display: flex; gap: 1rem; align-items: center; margin: .35rem 0 .75rem; }
.headed h1 { margin: 0; min-width: 0; }
.headed img { flex: none; border-radius: .9rem; object-fit: cover; background: var(--raised); }
.copied { display: flex; flex-wrap: wrap; gap: .5rem .75rem; align-items: center; }
.copied pre { margin: 0; }
.typed { margin: 1rem 0; padding: .25rem 1rem 1rem; background: var(--raised); border: 1px solid var(--line); border-radius: .5rem; }
.tag { display: inline-block; padding: .05rem .5rem; font-size: .82rem; color: var(--soft); background: var(--raised); border: 1px solid var(--line); border-radius: 1rem; white-space: nowrap; }
.meta { margin: .25rem 0 0; color: var(--soft); font-size: .9rem; overflow-wrap: anywhere; }
li > .secret { margin: .15rem 0; }
dt { font-weight: 600; margin-top: .9rem; }
dd { margin: .15rem 0 0; overflow-wrap: anywhere; }
dl.facts { display: flex; flex-wrap: wrap; gap: .5rem 2.5rem; margin: 0; }
.text { white-space: pre-line; overflow-wrap: anywhere; }
ul.list { list-style: none; padding: 0; margin: 0; border-bottom: 1px solid var(--line); }
ul.list > li { display: flex; gap: .5rem 1.25rem; align-items: center; justify-content: space-between; padding: .85rem 0; border-top: 1px solid var(--line); }
ul.list > li > div:first-child { min-width: 0; overflow-wrap: anywhere; }
ul.list > li > div + div { flex: none; }
ul.list form { margin: 0; flex: none; }
/* Who is signed in is left to readers of the screen where there is no room for it. */
@media (max-width: 30rem) {
  header, header nav { column-gap: .75rem; }
  header nav { column-gap: .6rem; font-size: .92rem; }
  header nav button.plain { padding: .2rem .6rem; font-size: inherit; }
  .who { position: absolute; left: -999rem; }
}
@media (max-width: 30rem) { ul.list > li { flex-wrap: wrap; } }
ul.cards { list-style: none; margin: 0; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: .9rem; }
ul.cards > li { position: relative; padding: .9rem 1.1rem; background: var(--raised); border: 1px solid var(--line); border-radius: .7rem; }
ul.cards > li:hover { border-color: var(--accent); }
ul.cards a { font-weight: 600; }
ul.cards a::after { content: ""; position: absolute; inset: 0; }
ul.cards p { margin: .2rem 0 0; color: var(--soft); font-size: .9rem; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: .95rem; }
th, td { padding: .55rem .7rem .55rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
th { color: var(--soft); font-weight: 600; font-size: .88rem; }
.columns:has(.stacked) { max-width: 76rem; }
.stacked td > div { overflow-wrap: anywhere; }
.stacked ul { list-style: none; margin: .15rem 0 0; padding: 0; color: var(--soft); font-size: .9rem; }
form + .stacked { margin-top: 1.75rem; }
@media (min-width: 68rem) {
  .stacked td[data-title=What] { white-space: nowrap; }
  .stacked td[data-title=When] { min-width: 6.5rem; }
  .stacked td[data-title=About] { min-width: 11rem; }
  .stacked td[data-title=By] { min-width: 7rem; }
  .stacked td[data-title=From] { min-width: 8.5rem; }
}
@media (max-width: 67.99rem) {
  .stacked, .stacked tbody { display: block; }
  .stacked thead { position: absolute; left: -999rem; }
  .stacked tr { display: block; padding: .75rem 0; border-bottom: 1px solid var(--line); }
  .stacked td { display: grid; grid-template-columns: 4.5rem minmax(0, 1fr); gap: .75rem; padding: .1rem 0; border: 0; }
  .stacked td > div { min-width: 0; }
  .stacked td::before { content: attr(data-title); color: var(--soft); font-weight: 600; font-size: .88rem; }
}
.pager { display: flex; gap: 1.5rem; justify-content: center; margin: 1rem 0; }
@media (prefers-reduced-motion: no-preference) { a, button, .button, ul.cards > li { transition: background-color .15s, border-color .15s, color .15s; } }
@media print { header nav, .side, form { display: none; } }
`;
