import type { ListedOperation } from './api-document.js';

/** Lets the pages load their own files, the API, and the icons within the style sheet. No script or style in a page itself runs. */
export const explorerPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escape(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character]!);
}

function frame(title: string, content: string, files: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${escape(title)} · Hearth API</title>
    <link rel="stylesheet" href="explorer/explorer.css">
    ${files}
  </head>
  <body>
    ${content}
  </body>
</html>
`;
}

/** All operations, grouped by resource, with a box that filters them. */
export function indexPage(resources: ReadonlyMap<string, readonly ListedOperation[]>, version: string): string {
  const sections = [...resources].map(([resource, operations]) => resourceSection(resource, operations));
  return frame(
    'Explorer',
    `<header><a href="/">Hearth</a><h1>API ${escape(version)}</h1><a href="openapi.json">openapi.json</a></header>
    <main>
      <p><label>Filter <input type="search" id="filter" autocomplete="off" autofocus></label></p>
      ${sections.join('\n      ')}
    </main>`,
    '<script src="explorer/filter.js" defer></script>',
  );
}

function resourceSection(resource: string, operations: readonly ListedOperation[]): string {
  const page = `explorer?resource=${encodeURIComponent(resource)}`;
  const rows = operations.map(({ id, method, path, summary }) => {
    const link = `${page}#/${encodeURIComponent(resource)}/${encodeURIComponent(id)}`;
    return `<li><a href="${escape(link)}"><b>${method}</b> <code>${escape(path)}</code> <span>${escape(summary)}</span></a></li>`;
  });
  return `<section><h2><a href="${escape(page)}">${escape(resource)}</a></h2><ul>${rows.join('')}</ul></section>`;
}

/** Swagger UI for the operations of one resource. */
export function resourcePage(resource: string): string {
  return frame(
    resource,
    `<header><a href="/">Hearth</a><a href="explorer">All resources</a></header>
    <main id="explorer" data-resource="${escape(resource)}"></main>`,
    `<link rel="stylesheet" href="explorer/swagger-ui.css">
    <script src="explorer/swagger-ui-bundle.js" defer></script>
    <script src="explorer/explorer.js" defer></script>`,
  );
}
