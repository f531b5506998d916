import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Mail received by the server. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly message: string;
}

/** SMTP server that stores all mails, or refuses them. */
export class MailServer {
  readonly mails: ReceivedMail[] = [];
  /** Whether recipients are refused. */
  refuses = false;
  private readonly server: Server = createServer((socket) => this.serve(socket));

  async start(): Promise<this> {
    await new Promise<void>((listening) => this.server.listen(0, '127.0.0.1', listening));
    return this;
  }

  async stop(): Promise<void> {
    await new Promise((closed) => this.server.close(closed));
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  private serve(socket: Socket): void {
    let rest = '';
    let mail = { from: '', to: [] as string[], message: '' };
    let inData = false;
    const answer = (line: string) => void socket.write(`${line}\r\n`);
    const command = (line: string) => {
      if (inData) {
        // Lines that begin with a dot are sent with one more.
        if (line !== '.') return void (mail.message += `${line.replace(/^\./, '')}\n`);
        inData = false;
        this.mails.push(mail);
        mail = { from: '', to: [], message: '' };
        return answer('250 OK');
      }
      const address = line.slice(line.indexOf('<') + 1, line.lastIndexOf('>'));
      if (line.startsWith('MAIL')) mail.from = address;
      if (line.startsWith('RCPT') && this.refuses) return answer('451 later');
      if (line.startsWith('RCPT')) mail.to.push(address);
      if (line.startsWith('QUIT')) return void socket.end('221 bye\r\n');
      inData = line.startsWith('DATA');
      answer(inData ? '354 go on' : '250 OK');
    };
    answer('220 ready');
    socket.setEncoding('utf8').on('data', (text: string) => {
      const lines = `${rest}${text}`.split('\r\n');
      rest = lines.pop()!;
      for (const line of lines) command(line);
    });
  }
}
