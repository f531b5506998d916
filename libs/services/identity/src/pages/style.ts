/** The one style sheet: light and dark by the reader's own setting, readable from 320 pixels on. */
export const styleSheet = `:root {
  color-scheme: light dark;
  --ground: #f6f5f3; --sheet: #fff; --ink: #1f1d1a; --soft: #5d5850; --line: #d9d5ce;
  --accent: #a33b12; --on-accent: #fff; --alert: #9b1c1c; --alert-ground: #fdecea; --done: #14532d; --done-ground: #e7f6ec;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #171614; --sheet: #211f1c; --ink: #efece6; --soft: #b3ada3; --line: #3d3a35;
    --accent: #ff9a6b; --on-accent: #2b1206; --alert: #ffb4ab; --alert-ground: #3b1513; --done: #a6e3b8; --done-ground: #12301c;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--sheet); padding: .5rem 1rem; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: center; justify-content: space-between;
  padding: .75rem 1.25rem; background: var(--sheet); border-bottom: 1px solid var(--line); }
.brand { font-weight: 700; font-size: 1.15rem; text-decoration: none; color: var(--ink); }
nav { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; align-items: center; }
nav form { display: flex; gap: .75rem; align-items: center; margin: 0; }
main { margin: 2rem auto; padding: 1.5rem; background: var(--sheet); border: 1px solid var(--line); border-radius: .75rem; }
main.narrow { max-width: 28rem; }
main.wide { max-width: 60rem; }
@media (max-width: 30rem) { main { margin: 0; border-width: 0 0 1px; border-radius: 0; } }
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.2; }
h2 { margin: 2rem 0 .75rem; font-size: 1.15rem; }
label, legend { display: block; margin: 1rem 0 .25rem; font-weight: 600; }
label.choice { font-weight: 400; margin: .35rem 0; }
input:not([type=checkbox]):not([type=radio]), textarea { width: 100%; padding: .6rem .75rem; font: inherit; color: inherit;
  background: var(--ground); border: 1px solid var(--soft); border-radius: .5rem; }
fieldset { border: 0; margin: 0; padding: 0; }
.hint { margin: .25rem 0; color: var(--soft); font-size: .9rem; }
button, .button { display: inline-block; margin-top: 1.25rem; padding: .6rem 1.1rem; font: inherit; font-weight: 600; cursor: pointer;
  color: var(--on-accent); background: var(--accent); border: 1px solid var(--accent); border-radius: .5rem; text-decoration: none; }
button.plain { margin: 0; padding: .3rem .7rem; color: var(--ink); background: transparent; border-color: var(--soft); font-weight: 400; }
button.second { color: var(--ink); background: transparent; border-color: var(--soft); }
.row { display: flex; flex-wrap: wrap; gap: .75rem; }
.error, .done { padding: .6rem .9rem; border-radius: .5rem; }
.error { color: var(--alert); background: var(--alert-ground); }
.done { color: var(--done); background: var(--done-ground); }
code { overflow-wrap: anywhere; font-size: .9rem; }
dt { font-weight: 600; margin-top: .75rem; }
dd { margin: 0; overflow-wrap: anywhere; }
ul.list { list-style: none; padding: 0; margin: 0; }
ul.list > li { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; justify-content: space-between;
  padding: .75rem 0; border-top: 1px solid var(--line); }
ul.list form { margin: 0; }
`;
