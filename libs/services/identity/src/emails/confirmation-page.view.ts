import { CONFIRMATION_PATH } from '../mail/confirmation-mail.rules.js';

/** Content-Security-Policy of the pages: they load nothing, and nobody frames them. */
export const PAGE_POLICY = "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

function frame(content: string): string {
  const head =
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Confirm an address</title>';
  return `<!doctype html>\n<html lang="en"><head>${head}</head><body><main>${content}</main></body></html>\n`;
}

/** @param token letters, digits, `-` and `_` */
export function confirmationPage(token: string): string {
  return frame(
    [
      '<h1>Confirm your e-mail address</h1>',
      `<form method="post" action="${CONFIRMATION_PATH}">`,
      `<input type="hidden" name="confirmation_token" value="${token}">`,
      '<button type="submit">Confirm</button></form>',
    ].join(''),
  );
}

export const confirmedPage = frame('<h1>Your e-mail address is confirmed</h1><p>You can close this page.</p>');
