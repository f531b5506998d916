'use strict';
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
