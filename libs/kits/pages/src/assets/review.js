'use strict';
// Keys of pages with a diff: j and k go to the next and previous file, n and p to the next and previous thread, ? shows them.
const FILES = '.file > summary';
const THREADS = '[data-thread]';
const TARGETS = { j: [FILES, 1], k: [FILES, -1], n: [THREADS, 1], p: [THREADS, -1] };
const help = document.getElementById('keys');

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
