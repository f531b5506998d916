import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { root } from '../hearth/paths.mjs';

/** Name of Hearth's images: `hearth/<app>:<version>`. */
const OWN_IMAGE = /^hearth\/([a-z-]+):(.+)$/;

/** docker-compose.yml with its anchors and merge keys resolved. */
export function readCompose(file = path.join(root, 'docker-compose.yml')) {
  return parse(readFileSync(file, 'utf8'), { merge: true });
}

/**
 * The processes of Hearth in a compose file.
 * @typedef {{ name: string, app: string, version: string, process: string, service: object }} ComposeProcess `process` is the app's name, or
 *   that of the program which runs in place of its main one
 * @returns {ComposeProcess[]}
 */
export function processesOf(compose) {
  return Object.entries(compose.services).flatMap(([name, service]) => {
    const [, app, version] = OWN_IMAGE.exec(service.image) ?? [];
    if (app === undefined) return [];
    const program = service.command ? path.basename(service.command[0], '.js') : app;
    return [{ name, app, version, process: program, service }];
  });
}

/** Returns the secrets of a service's container: the source file of each, by path in the container. */
export function secretFiles(compose, service) {
  return new Map(
    (service.secrets ?? []).map((entry) => {
      const { source, target = source } = typeof entry === 'string' ? { source: entry } : entry;
      return [path.resolve('/run/secrets', target), compose.secrets[source]?.file];
    }),
  );
}
