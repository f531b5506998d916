import { get } from './wire.js';
import { repeat, type Attack } from './attack.js';

const ADDRESSES = 40;
const LOGINS = 300;

/** 100 guesses at a time, at 300 logins, from 40 addresses. */
export const guesses: Attack = async ({ url, gitPath, username }, tally) => {
  let attempt = 0;
  repeat(tally, 100, 100, () => {
    attempt++;
    const login = attempt % 4 === 0 ? username : `login-${attempt % LOGINS}`;
    const auth = `${login}:wrong-${attempt}`;
    const path = `${gitPath}/info/refs?service=git-upload-pack`;
    return get(url, path, { auth, localAddress: `127.0.2.${1 + (attempt % ADDRESSES)}` });
  });
};

/** More anonymous requests from one address than it has a share of. */
export const flood: Attack = async ({ url }, tally) => {
  repeat(tally, 16, 5, () => get(url, '/api/v4/projects', { localAddress: '127.0.3.1' }));
};
