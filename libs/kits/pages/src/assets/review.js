'use strict';
// Pages with a diff: folded files are loaded when they are unfolded. The keys j and k go to the next and previous file, n and p to the next and previous thread, ? shows them.
const FILES = '.file > summary';
const THREADS = '[data-thread]';
const TARGETS = { j: [FILES, 1], k: [FILES, -1], n: [THREADS, 1], p: [THREADS, -1] };
const help = document.getElementById('keys');

/** Loads the changes of a file from its own page. Forms in them return to this page. When that fails, the link to the other page remains. */
async function load(file, link) {
  const response = await fetch(link.href);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const loaded = page.getElementById(file.id);
  if (!loaded || !link.isConnected) return;
  for (const field of loaded.querySelectorAll('input[name="back"]')) {
    const back = new URLSearchParams(field.value);
    back.delete('file');
    field.value = back;
  }
  for (const field of loaded.querySelectorAll('form[method="get"] input[name="file"]')) field.remove();
  loaded.querySelector('summary').remove();
  // The summary has the focus, which it would lose if it left the document.
  const summary = file.querySelector('summary');
  while (summary.nextSibling) summary.nextSibling.remove();
  summary.after(...loaded.childNodes);
}

for (const link of document.querySelectorAll('.file > .alone > a')) {
  const file = link.closest('.file');
  file.addEventListener('toggle', () => {
    if (file.open && link.isConnected) load(file, link).catch(() => {});
  });
}

/** Moves the focus to the next or previous element from where it is. */
function go([selector, step]) {
  const all = [...document.querySelectorAll(selector)];
  const from = document.activeElement;
  const is = (each, flag) => from.compareDocumentPosition(each) & flag;
  const next =
    step > 0
      ? all.find((each) => is(each, Node.DOCUMENT_POSITION_FOLLOWING))
      : all.findLast((each) => is(each, Node.DOCUMENT_POSITION_PRECEDING) && !each.contains(from));
  if (!next) return;
  if (!next.matches(FILES)) {
    next.closest('details').open = true;
    next.tabIndex = -1;
  }
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: 'start' });
}

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, textarea, select')) return;
  if (event.key === '?' && help) help.open = !help.open;
  else if (Object.hasOwn(TARGETS, event.key)) go(TARGETS[event.key]);
  else return;
  event.preventDefault();
});
