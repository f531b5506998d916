/** The explorer is Swagger UI over the generated document; no inline script, so a strict content policy can stand in front of it. */
export const explorerPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Hearth API</title>
    <link rel="stylesheet" href="explorer/swagger-ui.css">
  </head>
  <body>
    <div id="explorer"></div>
    <script src="explorer/swagger-ui-bundle.js"></script>
    <script src="explorer/explorer.js"></script>
  </body>
</html>
`;

export const explorerScript = `SwaggerUIBundle({ url: 'openapi.json', dom_id: '#explorer', deepLinking: true });
`;
