/** What the page may load: its own files, the API, and the icons within its style sheet. No script or style in the page itself runs. */
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

/** Swagger UI for the generated document. */
export const explorerPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Hearth API</title>
    <link rel="stylesheet" href="explorer/swagger-ui.css">
  </head>
  <body>
    <main id="explorer"></main>
    <script src="explorer/swagger-ui-bundle.js"></script>
    <script src="explorer/explorer.js"></script>
  </body>
</html>
`;

/** `validatorUrl`: the validator that Swagger UI asks by default would be told the address of the document. */
export const explorerScript = `SwaggerUIBundle({ url: 'openapi.json', dom_id: '#explorer', deepLinking: true, validatorUrl: null });
`;
