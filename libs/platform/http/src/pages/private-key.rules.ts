/** PEM, OpenSSH, PGP armor, and the format of PuTTY. */
const PRIVATE_KEY = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|^\s*PuTTY-User-Key-File-/;

/** Whether a text contains a private key, which is neither stored nor sent back to a page. */
export function isPrivateKey(text: string): boolean {
  return PRIVATE_KEY.test(text);
}
