import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../paths.mjs';

const CUT = '[cut]';
/** Settings whose whole value is a secret. Others name files of secrets, or have a password in a URL. */
export const SECRET_SETTINGS = [
  'DATABASE_PASSWORDS',
  'HEARTH_IMPORT_TOKEN',
  'HEARTH_KEYS',
  'HEARTH_OIDC_CLIENT_SECRET',
  'HEARTH_ROOT_PASSWORD',
  'KAFKA_SASL_PASSWORD',
  'OTEL_EXPORTER_OTLP_HEADERS',
];

/** Returns the names of all settings that a program of Hearth reads. */
export function settingNames() {
  return JSON.parse(readFileSync(path.join(root, 'libs/platform/config/src/names.generated.json'), 'utf8'));
}

/** Removes passwords and queries of URLs from a text; of a login without a password the whole. */
export function withoutUrlSecrets(text) {
  return text
    .replaceAll(/(:\/\/[^\s/?#:@"'\\]*):[^\s/?#"'\\]*@/g, `$1:${CUT}@`)
    .replaceAll(/:\/\/[^\s/?#:@"'\\]+@/g, `://${CUT}@`)
    .replaceAll(/(:\/\/[^\s?"'\\]*)\?[^\s"'\\]*/g, `$1?${CUT}`);
}

/**
 * The value of a setting as it may be shown.
 * @param {string[]} known names of settings: of any other variable nothing is shown, since its meaning is not known
 */
export function shownValue(name, value, known = settingNames()) {
  return SECRET_SETTINGS.includes(name) || !known.includes(name) ? CUT : withoutUrlSecrets(value);
}
