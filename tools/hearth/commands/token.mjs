import { callForUser } from '../calls/user-call.mjs';

/** Mints a personal access token of a user and prints it, alone, on standard output. */
export async function run({ scopes = ['api'], data }, [username]) {
  const input = { username, scopes, name: 'hearth token' };
  const { token } = await callForUser(data, { name: 'identity.mint-token', input, failed: 'No token was made' });
  process.stdout.write(`${token}\n`);
}
