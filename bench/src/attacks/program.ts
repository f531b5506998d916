import { attacks } from './all.js';
import type { Tally, Target } from './attack.js';

// `program.js ATTACK TARGET`: attacks in a process of its own, so that the measuring process has no other work. It sends 'started', and its tally at
// the first message that it receives; then it ends.
const [name, target] = process.argv.slice(2) as [string, string];
const tally: Tally = {};
await attacks[name]!(JSON.parse(target) as Target, tally);
process.send!('started');
process.once('message', () => process.send!(tally, () => process.exit(0)));
process.once('disconnect', () => process.exit(1));
