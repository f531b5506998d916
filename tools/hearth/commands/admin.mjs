import { callForUser } from '../calls/user-call.mjs';

/** Makes a user of a running system an admin who is not blocked. */
export async function run({ data }, [username]) {
  const input = { username };
  const made = await callForUser(data, { name: 'identity.make-admin', input, failed: 'No admin was made' });
  console.log(`${made.username} is an admin.`);
}
