import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** A mail server in a process of its own that takes everything and keeps nothing but the last mail. */
export interface MailSink {
	port: number;
	/** Mails so far. */
	received(): Promise<number>;
	/** The mail that came last, as it was sent. */
	last(): Promise<string>;
	stop(): Promise<void>;
}

export async function startMailSink(): Promise<MailSink> {
	const child: ChildProcess = fork(import.meta.filename);
	const [port] = (await once(child, 'message')) as [number];
	const ask = async () => {
		child.send('state');
		const [state] = (await once(child, 'message')) as [{ received: number; last: string }];
		return state;
	};
	return {
		port,
		received: async () => (await ask()).received,
		last: async () => (await ask()).last,
		async stop() {
			const ended = once(child, 'exit');
			child.kill();
			await ended;
		},
	};
}

const endOfMail = '\r\n.\r\n';

/** As much of SMTP (RFC 5321) as a sender needs, and commands in one go (RFC 2920) as mail servers take them, with as little work as a server can do. */
function serve(): void {
	let received = 0;
	let last = '';
	const server = createServer((socket) => {
		let text = '';
		let isInMail = false;
		socket.setNoDelay(true).setEncoding('latin1');
		socket.on('error', () => {});
		socket.on('data', (chunk: string) => {
			text += chunk;
			// Answers to commands that came together leave together.
			socket.cork();
			process.nextTick(() => socket.uncork());
			for (;;) {
				const end = text.indexOf(isInMail ? endOfMail : '\r\n');
				if (end === -1) return;
				if (isInMail) {
					last = text.slice(0, end);
					text = text.slice(end + endOfMail.length);
					isInMail = false;
					received += 1;
					socket.write('250 Taken\r\n');
				} else {
					const line = text.slice(0, end).toUpperCase();
					text = text.slice(end + 2);
					isInMail = line === 'DATA';
					answer(socket, line);
				}
			}
		});
		socket.write('220 localhost ESMTP\r\n');
	});
	process.on('message', () => process.send?.({ received, last }));
	server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port));
}

function answer(socket: Socket, line: string): void {
	if (line === 'DATA') socket.write('354 Go on\r\n');
	else if (line === 'QUIT') socket.end('221 Bye\r\n');
	else
		socket.write(
			line.startsWith('EHLO') ? '250-localhost\r\n250-PIPELINING\r\n250 8BITMIME\r\n' : '250 OK\r\n',
		);
}

if (import.meta.main) serve();
