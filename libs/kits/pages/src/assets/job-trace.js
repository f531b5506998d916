'use strict';
// Appends the lines that a running job writes to its page.
const trace = document.querySelector('#trace[data-lines]');
const SHORTEST_MS = 3000;
const LONGEST_MS = 30000;

/** Returns the element for new lines: the innermost section that has not ended. */
function innermost() {
  return [...trace.querySelectorAll('[data-running]')].at(-1) ?? trace;
}

function append([kind, text]) {
  if (kind === 'lines') return innermost().insertAdjacentHTML('beforeend', text);
  if (kind === 'open')
    return innermost().insertAdjacentHTML(
      'beforeend',
      `${text.replace('<details ', '<details data-running ')}</details>`,
    );
  const running = [...trace.querySelectorAll('[data-running]')];
  const ended = running.findLastIndex((section) => section.dataset.section === text);
  if (ended >= 0) for (const section of running.slice(ended)) section.removeAttribute('data-running');
}

async function poll() {
  const { lines, offset, line, style, status } = trace.dataset;
  const response = await fetch(`${lines}?${new URLSearchParams({ offset, line, style })}`);
  if (!response.ok) throw new Error(String(response.status));
  const added = await response.json();
  // The buttons and facts of the page change with the status.
  if (added.status !== status) return location.reload();
  const { scrollHeight, clientHeight } = document.documentElement;
  const isAtEnd = scrollY + clientHeight > scrollHeight - 80;
  added.pieces.forEach(append);
  for (const name of ['offset', 'line', 'style']) trace.dataset[name] = added[name];
  if (isAtEnd && added.pieces.length > 0) scrollTo(0, document.documentElement.scrollHeight);
}

function follow(waitMs) {
  setTimeout(async () => {
    if (document.hidden) return follow(SHORTEST_MS);
    try {
      await poll();
      follow(SHORTEST_MS);
    } catch {
      follow(Math.min(2 * waitMs, LONGEST_MS));
    }
  }, waitMs);
}

if (trace) follow(SHORTEST_MS);
