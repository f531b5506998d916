import { Gitlab } from '@gitbeaker/rest';
import { hearth, setting } from '../system/hearth.js';
import { newPerson, type Person } from '../system/people.js';

/** gitbeaker as its authors published it; its answers are in snake case, as the API sends them. */
export type Client = InstanceType<typeof Gitlab<false>>;

export interface UserWithClient extends Person {
  readonly client: Client;
}

/** Creates gitbeaker with a token, or anonymous. */
export function clientFor(token: string): Client {
  return new Gitlab({ host: hearth.url, token });
}

/** gitbeaker as the first admin. */
export const admin = clientFor(setting('HEARTH_E2E_TOKEN'));

/** Creates a user with a client of the user's own. */
export async function createUserWithClient(prefix: string): Promise<UserWithClient> {
  const person = await newPerson(prefix);
  return { ...person, client: clientFor(person.token) };
}

/**
 * Returns the status of a refused call and gitbeaker's text for it.
 * @throws when the call is not refused, or fails in another way
 */
export async function refusal(call: Promise<unknown>): Promise<[number, string]> {
  try {
    await call;
  } catch (error) {
    const { cause } = error as { cause?: { response: Response; description: string } };
    if (!cause) throw error;
    return [cause.response.status, String(cause.description)];
  }
  throw new Error('The call was not refused');
}

/** A PNG of one pixel. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
