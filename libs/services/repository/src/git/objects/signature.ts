/** Name, address and time of an author, committer or tagger, as written in a commit or tag. */
export interface Signature {
  readonly name: string;
  readonly email: string;
  /** Seconds since 1970; 0 when the object holds no readable time. */
  readonly seconds: number;
  /** Minutes east of UTC. */
  readonly offsetMinutes: number;
}

const TIME = /^\s*(\d{1,17})(?:\s+([+-])(\d{1,2})(\d{2}))?\s*$/;
const LAST_SECOND = 8_640_000_000_000;

/** Parses `Name <email> seconds +hhmm`, and the readable parts of it in damaged objects. */
export function parseSignature(text: string): Signature {
  const open = text.indexOf('<');
  const close = open === -1 ? -1 : text.indexOf('>', open);
  if (close === -1) return { name: text.trim(), email: '', seconds: 0, offsetMinutes: 0 };
  const time = TIME.exec(text.slice(text.lastIndexOf('>') + 1));
  const seconds = Number(time?.[1] ?? 0);
  const readable = time !== null && seconds <= LAST_SECOND;
  const offset = Number(time?.[3] ?? 0) * 60 + Number(time?.[4] ?? 0);
  return {
    name: text.slice(0, open).trim(),
    email: text.slice(open + 1, close).trim(),
    seconds: readable ? seconds : 0,
    offsetMinutes: readable && offset < 24 * 60 && offset !== 0 ? (time[2] === '-' ? -offset : offset) : 0,
  };
}
