import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Stream } from '@hearth/http';

function read(name: string): string {
  return readFileSync(path.join(import.meta.dirname, name), 'utf8').trimEnd();
}

/** Logo of Hearth: beside its name on every page, and as the icon of browser tabs. */
export const MARK = read('hearth.svg');

function asset(text: string, type: string): Stream {
  return new Stream(Buffer.from(text), { type, etag: hash('sha256', text) });
}

/** Files that the layout refers to. */
export const assets = {
  style: asset(read('hearth.css'), 'text/css; charset=utf-8'),
  script: asset(read('hearth.js'), 'text/javascript; charset=utf-8'),
  jobTrace: asset(read('job-trace.js'), 'text/javascript; charset=utf-8'),
  review: asset(read('review.js'), 'text/javascript; charset=utf-8'),
  icon: asset(MARK, 'image/svg+xml'),
};
