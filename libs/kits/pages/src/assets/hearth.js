'use strict';
// On telephones the sections are in a row that scrolls: shows the current one.
for (const current of document.querySelectorAll('.sections [aria-current]'))
  current.closest('ul').scrollLeft = current.offsetLeft - current.closest('ul').offsetLeft - 48;
for (const button of document.querySelectorAll('button[data-copy]')) {
  const source = document.getElementById(button.dataset.copy);
  const label = button.textContent;
  button.hidden = false;
  button.addEventListener('click', async () => {
    const selection = getSelection();
    selection.selectAllChildren(source);
    try {
      if (navigator.clipboard) await navigator.clipboard.writeText(source.innerText.trim());
      else document.execCommand('copy');
      button.textContent = 'Copied';
    } catch {
      button.textContent = 'Selected: copy it';
    }
    button.addEventListener(
      'blur',
      () => {
        button.textContent = label;
      },
      { once: true },
    );
  });
}
// Filters a list while its field is typed in; the server does it for longer ones.
for (const field of document.querySelectorAll('input[data-filters]')) {
  const rows = [...(document.getElementById(field.dataset.filters)?.children ?? [])];
  field.addEventListener('input', () => {
    const words = field.value.toLowerCase().split(/\s+/);
    for (const row of rows) row.hidden = !words.every((word) => row.textContent.toLowerCase().includes(word));
  });
}
// Ranges of lines in an address, #L3-5: marked, and chosen by a click with Shift.
const code = document.querySelector('pre.code');
if (code) {
  const lines = [...code.querySelectorAll('.line')];
  const numbers = () => (/^#L(\d+)(?:-(\d+))?$/.exec(location.hash) ?? []).slice(1).map(Number);
  const mark = () => {
    const [first, last] = numbers();
    lines.forEach((line, index) => line.classList.toggle('chosen', index + 1 >= first && index + 1 <= last));
    if (last) lines[first - 1]?.scrollIntoView({ block: 'center' });
  };
  code.addEventListener('click', (event) => {
    const number = Number(event.target.closest('a[data-line]')?.dataset.line);
    const [first] = numbers();
    if (!number || !first || !event.shiftKey) return;
    event.preventDefault();
    location.hash = `L${Math.min(first, number)}-${Math.max(first, number)}`;
  });
  addEventListener('hashchange', mark);
  mark();
}
