// Makes the secrets that docker-compose.yml and k8s/ refer to, in the folder `secrets` of a folder; those that exist stay.
//   ./hearth exec node tools/deployment/make-secrets.mjs [FOLDER]      the checkout by default
// As root it gives them to the users of the containers; otherwise it prints the command for that.
import { chownSync, existsSync, globSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { dataFolder } from '../hearth/data-folder.mjs';
import { root } from '../hearth/paths.mjs';
import { writeSecret } from '../hearth/secret-files.mjs';
import { ensureDatabasePasswords, ensureSecrets, kafkaLogin, postgresCredentials } from '../hearth/secrets.mjs';

/** Of Hearth's images, and of Kafka's, which reads one file. */
const USER = 10_001;
const KAFKA_USER = 1_000;
const KAFKA_FILE = 'kafka-users.jaas';

const data = dataFolder(path.resolve(process.argv[2] ?? root));
mkdirSync(path.dirname(data.signingKey('any')), { recursive: true, mode: 0o700 });
ensureSecrets(data);
ensureDatabasePasswords(data);
writeMissing('database-owner', () => postgresCredentials(data).password);
writeMissing(KAFKA_FILE, jaas);
if (process.getuid() === 0) handOver();
else {
  console.log(`The containers' users must be able to read these files. Run this as root:`);
  console.log(
    `  chown -R ${USER}:${USER} ${data.secrets} && chown ${KAFKA_USER} ${path.join(data.secrets, KAFKA_FILE)}`,
  );
}

function writeMissing(name, text) {
  const file = path.join(data.secrets, name);
  if (!existsSync(file)) writeSecret(file, text());
}

/** Returns the logins of the Kafka of docker-compose.yml: its own node, and Hearth. */
function jaas() {
  const { username, password } = kafkaLogin(data);
  const login = 'org.apache.kafka.common.security.plain.PlainLoginModule required';
  return `KafkaServer {\n  ${login}\n  username="${username}" password="${password}" user_${username}="${password}";\n};\n`;
}

function handOver() {
  const inside = globSync('**', { cwd: data.secrets }).map((file) => path.join(data.secrets, file));
  for (const place of [data.secrets, ...inside]) chownSync(place, USER, USER);
  chownSync(path.join(data.secrets, KAFKA_FILE), KAFKA_USER, KAFKA_USER);
}
