import { readFileSync } from 'node:fs';
import { dataFolder } from '../data-folder.mjs';
import { Failure } from '../failure.mjs';
import { ensureInstalled } from '../install/install.mjs';
import { createProgress } from '../progress.mjs';
import { readState } from '../supervisor/state.mjs';
import { callForUser } from '../calls/user-call.mjs';

/** Brings groups and projects from another instance, and prints what was brought and what was left out. */
export async function run({ data: folder, users, into, as: username = 'root', json = false, ...values }, words) {
  const [kind, url, ...paths] = words;
  if (kind !== 'gitlab') throw new Failure(`import brings from "gitlab", not from "${kind}".`, { exitCode: 2 });
  const source = { url: instanceUrl(url), token: tokenOf(values['token-file']) };
  const data = dataFolder(folder);
  const progress = createProgress();
  await ensureInstalled(progress);
  const minting = { username, scopes: ['api', 'sudo'], name: 'hearth import' };
  const { token } = await callForUser(folder, {
    ...{ name: 'identity.mint-token', input: minting, failed: 'No token was made for the import' },
  });
  const { importFromGitlab } = await import('../import/import-from-gitlab.mjs');
  const here = { url: readState(data).url, token };
  const dryRun = values['dry-run'] ?? false;
  const report = await importFromGitlab({ source, here, data, paths, into, usersFile: users, dryRun, progress });
  process.stdout.write(`${json ? JSON.stringify(report, null, 2) : report.toText({ dryRun })}\n`);
  return report.leftOutCount > 0 ? 1 : 0;
}

/** The address of an instance, which may have a path, without a slash at the end. @throws {Failure} */
export function instanceUrl(text) {
  const url = URL.parse(text);
  const isPlain =
    url && ['http:', 'https:'].includes(url.protocol) && !url.username && !url.password && !url.search && !url.hash;
  if (isPlain) return url.href.replace(/\/$/, '');
  throw new Failure(`"${text}" is not the address of an instance, such as https://gitlab.example.com.`, {
    exitCode: 2,
  });
}

/** @throws {Failure} when there is none */
function tokenOf(file) {
  const token = (file === undefined ? process.env.HEARTH_IMPORT_TOKEN : readToken(file))?.trim();
  if (token) return token;
  throw new Failure('There is no token for the source: set HEARTH_IMPORT_TOKEN, or name a file with --token-file.', {
    exitCode: 2,
  });
}

function readToken(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new Failure(`${file} cannot be read (${cause.code}): correct --token-file.`, { exitCode: 2, cause });
  }
}
