import type { ArtifactsAccess, BuildArtifacts } from '../../builds/build-options.js';
import {
  boolean,
  checkKeys,
  field,
  isBlank,
  isFields,
  isGiven,
  isText,
  oneOf,
  text,
  texts,
  type Fields,
} from '../checks.rules.js';
import { invalid } from '../configuration-invalid.js';
import { durationSeconds, NEVER } from '../duration.rules.js';
import { reportsIn } from './reports.rules.js';

const KEYS = [
  ...['name', 'untracked', 'paths', 'exclude', 'reports', 'when', 'expire_in', 'expose_as', 'public', 'access'],
];
const ACCESSES = ['none', 'developer', 'maintainer', 'all'] as const satisfies readonly ArtifactsAccess[];
const LONGEST_EXPOSED = 100;

/** @throws ConfigurationInvalid */
export function artifactsIn(place: string, value: unknown): BuildArtifacts | undefined {
  if (!isGiven(value)) return undefined;
  if (!isFields(value)) throw invalid(place, 'config should be a hash');
  checkKeys(place, value, KEYS);
  const expiry = field(value, 'expire_in');
  const name = text(`${place} name`, field(value, 'name'));
  const untracked = boolean(`${place} untracked`, field(value, 'untracked'));
  const paths = texts(`${place} paths`, field(value, 'paths'));
  const exclude = texts(`${place} exclude`, field(value, 'exclude'));
  const exposeAs = exposeAsIn(place, field(value, 'expose_as'), paths);
  const access = accessIn(place, value);
  const reports = reportsIn(`${place}:reports`, field(value, 'reports'));
  const failure = 'when should be on_success, on_failure or always';
  const when = oneOf(place, field(value, 'when'), ['on_success', 'on_failure', 'always'], failure);
  const expireIn = typeof expiry === 'number' ? String(expiry) : expiry;
  if (isGiven(expireIn) && (!isText(expireIn) || (expireIn !== NEVER && durationSeconds(expireIn) === undefined)))
    throw invalid(place, 'expire in should be a duration');
  return {
    name,
    untracked: untracked ?? false,
    paths: paths ?? [],
    ...(exclude && { exclude }),
    ...(reports && { reports }),
    ...(exposeAs !== undefined && { exposeAs }),
    ...(access && { access }),
    when: when ?? 'on_success',
    expireIn: (expireIn as string | null | undefined) ?? null,
  };
}

/** Reads the name under which the job's page lists the paths. */
function exposeAsIn(place: string, value: unknown, paths: readonly string[] | null): string | undefined {
  if (!isGiven(value)) return undefined;
  if (isBlank(paths)) throw invalid(place, "paths can't be blank");
  if (paths!.some((path) => path.includes('*')))
    throw invalid(place, "paths can't contain '*' when used with 'expose_as'");
  if (!isText(value)) throw invalid(place, 'expose as should be a string');
  if (value.length > LONGEST_EXPOSED)
    throw invalid(place, `expose as is too long (maximum is ${LONGEST_EXPOSED} characters)`);
  if (!/^\w[-\w ]*$/.test(value))
    throw invalid(place, "expose as can contain only letters, digits, '-', '_' and spaces");
  return value;
}

/** Reads which users may download the artifacts; `public: false` means developers. */
function accessIn(place: string, value: Fields): ArtifactsAccess | undefined {
  const given = field(value, 'access');
  const isPublic = boolean(`${place} public`, field(value, 'public'));
  if (isGiven(given) && isPublic !== null)
    throw invalid(place, 'config these keys cannot be used together: public, access');
  if (isPublic !== null) return isPublic ? 'all' : 'developer';
  return oneOf(place, given, ACCESSES, `access should be one of: ${ACCESSES.join(', ')}`) ?? undefined;
}
