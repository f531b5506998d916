/** Opens Swagger UI. `validatorUrl`: the validator that it asks by default would be told the address of the document. */
export const explorerScript = `const dark = matchMedia('(prefers-color-scheme: dark)');
const colour = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', colour);
colour();
const { resource } = document.getElementById('explorer').dataset;
const url = 'openapi.json?resource=' + encodeURIComponent(resource);
SwaggerUIBundle({ url, dom_id: '#explorer', deepLinking: true, validatorUrl: null, defaultModelsExpandDepth: -1 });
`;

/** Hides operations, and resources without any, that do not contain every word of the filter. */
export const filterScript = `const filter = document.getElementById('filter');
const sections = [...document.querySelectorAll('section')].map((section) => ({
  section,
  rows: [...section.querySelectorAll('li')].map((row) => ({ row, text: (section.firstChild.textContent + " " + row.textContent).toLowerCase() })),
}));
const apply = () => {
  const words = filter.value.toLowerCase().split(/\\s+/).filter(Boolean);
  for (const { section, rows } of sections) {
    for (const { row, text } of rows) row.hidden = !words.every((word) => text.includes(word));
    section.hidden = rows.every(({ row }) => row.hidden);
  }
};
filter.addEventListener('input', apply);
apply();
`;

export const explorerStyle = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; }
header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.5rem 1.5rem; padding: 0.75rem 1rem; border-bottom: 1px solid #8886; }
h1 { font-size: 1.25rem; margin: 0; flex: 1; }
h2 { font-size: 1.1rem; margin: 1.5rem 0 0.25rem; }
main { padding: 0 1rem 2rem; max-width: 75rem; margin: 0 auto; }
input { font: inherit; width: min(30rem, 100%); padding: 0.25rem 0.5rem; box-sizing: border-box; }
ul { list-style: none; margin: 0; padding: 0; }
li a { display: flex; flex-wrap: wrap; gap: 0 0.75rem; padding: 0.25rem 0; text-decoration: none; color: inherit; border-top: 1px solid #8883; }
li a:hover, li a:focus { text-decoration: underline; }
li b { width: 4.5rem; font-size: 0.85rem; line-height: 1.75; }
code { overflow-wrap: anywhere; }
[hidden] { display: none; }
header a, h2 a { color: light-dark(#0b57b0, #8ab9f5); }
`;
