import type { Random } from '../random.js';
import type { Signature } from './fast-import-stream.js';

const PEOPLE = [
  { name: 'Ada Lovelace', email: 'ada@example.com', offset: '+0000' },
  { name: 'Jürgen Müller', email: 'juergen@example.de', offset: '+0200' },
  { name: '山田太郎', email: 'taro@example.jp', offset: '+0900' },
  { name: `Shaun "the sheep" O'Neil`, email: 'shaun+tag@example.org', offset: '-0330' },
  { name: 'Priya', email: 'priya@example.in', offset: '+0530' },
  { name: 'Chatham Islander', email: 'chatham@example.nz', offset: '+1345' },
  { name: 'Baker Islander', email: 'baker@example.com', offset: '-1200' },
];

/** Returns a function that signs as a random one of some fixed people, in that person's time zone. */
export function peopleOf(random: Random): (seconds: number) => Signature {
  return (seconds) => ({ ...random.pick(PEOPLE), seconds });
}
