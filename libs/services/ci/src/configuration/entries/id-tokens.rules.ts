import { areTexts, checkKeys, field, isBlank, isFields, isGiven, isText } from '../checks.rules.js';
import { invalid } from '../configuration-invalid.js';

/** Audiences of the id_tokens of a job, by the variables that contain the tokens. */
export type IdTokens = Readonly<Record<string, string | readonly string[]>>;

/** Most id_tokens of a job, and most audiences of one: each is signed when a runner takes the job. */
const MOST = 20;

/** Reads `id_tokens`. @throws ConfigurationInvalid */
export function idTokensIn(place: string, value: unknown): IdTokens | undefined {
  if (!isGiven(value)) return undefined;
  if (!isFields(value)) throw invalid(place, 'config should be a hash');
  const tokens = Object.entries(value);
  if (tokens.length > MOST) throw invalid(place, `config has too many entries (maximum is ${MOST})`);
  return Object.fromEntries(tokens.map(([name, token]) => [name, audienceIn(`${place}:${name}`, token)]));
}

function audienceIn(place: string, value: unknown): string | readonly string[] {
  if (!isFields(value)) throw invalid(place, 'config should be a hash');
  checkKeys(place, value, ['aud']);
  const audience = field(value, 'aud');
  if (!isGiven(audience)) throw invalid(place, 'config missing required keys: aud');
  if (!isText(audience) && !areTexts(audience)) throw invalid(place, 'aud should be an array of strings or a string');
  if (isBlank(audience)) throw invalid(place, "aud can't be blank");
  if (!isText(audience) && audience.length > MOST)
    throw invalid(place, `aud has too many entries (maximum is ${MOST})`);
  return audience;
}
