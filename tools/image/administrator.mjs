// Makes the first administrator, from inside identity's container; prints the password once. The operator's key comes on standard input, so
// that no container has to have it:
//   docker compose exec -T identity node tools/image/administrator.mjs < secrets/signing/operator.json
import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { signCallToken } from '../hearth/internal-request.mjs';
import { ask } from './ask.mjs';

const request = { method: 'POST', path: '/calls/identity.ensure-root' };
const TIMEOUT_MS = 30_000;

const key = JSON.parse(await text(process.stdin));
const password = randomBytes(15).toString('base64url');
const token = signCallToken(key, { audience: 'identity', ...request });
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
const answer = await ask({ ...request, headers, payload: JSON.stringify({ password }), timeoutMs: TIMEOUT_MS });
if (answer.status !== 200) throw new Error(`identity answered with status ${answer.status}: see its log`);
const { created, username } = JSON.parse(answer.text);
console.log(
  created ? `Sign in as ${username}, password ${password} (shown this once)` : `There is an administrator: ${username}`,
);
