import { createServer, type Socket } from 'node:net';

export interface ImapMessage {
	uid: number;
	source: Buffer;
	isSeen: boolean;
	receivedAt: Date;
}

/** What a server does instead of answering a command: hang, break off, break off in the middle of a message, or send all of it. */
export type ImapFault = 'hangs' | 'drops' | 'drops in a message' | 'refuses';

export interface ImapServer {
	/** With a user and password. */
	url: string;
	messages: ImapMessage[];
	/** Commands that were received, without their tags: `LOGIN`, `UID FETCH`. */
	commands: string[];
	/** By the name of a command. */
	faults: Map<string, ImapFault>;
	add(source: string | Buffer, receivedAt?: Date): ImapMessage;
	unseen(): number;
	close(): Promise<void>;
}

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `01-Dec-2026 09:00:00 +0000` */
function internalDate(at: Date): string {
	const [day, time] = at.toISOString().split('T') as [string, string];
	const [year, month, date] = day.split('-') as [string, string, string];
	return `${date}-${monthNames[Number(month) - 1]}-${year} ${time.slice(0, 8)} +0000`;
}

function uidsOf(set: string): (uid: number) => boolean {
	const ranges = set.split(',').map((part) => part.split(':').map(Number) as [number, number?]);
	return (uid) => ranges.some(([from, to = from]) => uid >= from && uid <= to);
}

/** A mailbox by IMAP4rev1 (RFC 3501) on a free port, as far as reading unseen messages needs it. */
export async function startImapServer(): Promise<ImapServer> {
	const messages: ImapMessage[] = [];
	const commands: string[] = [];
	const faults = new Map<string, ImapFault>();
	const sockets = new Set<Socket>();

	function fetch(socket: Socket, set: string, items: string): void {
		const isAsked = uidsOf(set);
		const [, start = '0', length] = /BODY\.PEEK\[\]<(\d+)\.(\d+)>/i.exec(items) ?? [];
		for (const [at, { uid, source, receivedAt }] of messages.entries()) {
			if (!isAsked(uid)) continue;
			const from = Number(start);
			const part = length === undefined ? source : source.subarray(from, from + Number(length));
			const partial = length === undefined ? '' : `<${from}>`;
			socket.write(
				`* ${at + 1} FETCH (UID ${uid} INTERNALDATE "${internalDate(receivedAt)}" BODY[]${partial} {${part.length}}\r\n`,
			);
			if (faults.get('UID FETCH') === 'drops in a message') {
				socket.write(part.subarray(0, part.length / 2));
				socket.end();
				return;
			}
			socket.write(part);
			socket.write(')\r\n');
		}
	}

	function answer(socket: Socket, tag: string, name: string, rest: string): void {
		const [set = '', ...others] = rest.split(' ');
		switch (name) {
			case 'CAPABILITY':
				socket.write('* CAPABILITY IMAP4rev1\r\n');
				break;
			case 'SELECT':
				socket.write(
					`* FLAGS (\\Seen \\Deleted)\r\n* ${messages.length} EXISTS\r\n* 0 RECENT\r\n* OK [PERMANENTFLAGS (\\Seen)] .\r\n* OK [UIDVALIDITY 7] .\r\n* OK [UIDNEXT ${messages.length + 1}] .\r\n`,
				);
				break;
			case 'LIST':
				socket.write('* LIST (\\HasNoChildren) "/" INBOX\r\n');
				break;
			case 'UID SEARCH': {
				const unseen = messages.filter(({ isSeen }) => !isSeen).map(({ uid }) => ` ${uid}`);
				socket.write(`* SEARCH${unseen.join('')}\r\n`);
				break;
			}
			case 'UID FETCH':
				fetch(socket, set, others.join(' '));
				if (socket.writableEnded) return;
				break;
			case 'UID STORE': {
				const isAsked = uidsOf(set);
				if (/\\Seen/.test(rest)) for (const one of messages) if (isAsked(one.uid)) one.isSeen = true;
				break;
			}
			case 'LOGOUT':
				socket.end(`* BYE\r\n${tag} OK\r\n`);
				return;
		}
		socket.write(`${tag} OK ${name === 'SELECT' ? '[READ-WRITE] ' : ''}done\r\n`);
	}

	const server = createServer((socket) => {
		sockets.add(socket);
		socket.on('close', () => sockets.delete(socket));
		socket.on('error', () => {});
		socket.setNoDelay(true);
		if (faults.get('greeting') === 'hangs') return;
		socket.write('* OK [CAPABILITY IMAP4rev1] ready\r\n');
		let buffered = '';
		socket.on('data', (chunk) => {
			buffered += chunk.toString();
			for (let end = buffered.indexOf('\r\n'); end !== -1; end = buffered.indexOf('\r\n')) {
				const line = buffered.slice(0, end);
				buffered = buffered.slice(end + 2);
				const [tag = '', first = '', ...words] = line.split(' ');
				const isByUid = first.toUpperCase() === 'UID';
				const name = (isByUid ? `UID ${words.shift()}` : first).toUpperCase();
				commands.push(name);
				const fault = faults.get(name);
				if (fault === 'drops') return void socket.end();
				if (fault === 'refuses') socket.write(`${tag} NO [AUTHENTICATIONFAILED] refused\r\n`);
				else if (fault !== 'hangs') answer(socket, tag, name, words.join(' '));
			}
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as { port: number };
	return {
		url: `imap://bounces:hunter2@127.0.0.1:${port}/INBOX`,
		messages,
		commands,
		faults,
		add(source, receivedAt = new Date('2026-11-20T09:00:00Z')) {
			const message = { uid: messages.length + 1, source: Buffer.from(source), isSeen: false, receivedAt };
			messages.push(message);
			return message;
		},
		unseen: () => messages.filter(({ isSeen }) => !isSeen).length,
		close() {
			for (const socket of sockets) socket.destroy();
			return new Promise<void>((resolve) => server.close(() => resolve()));
		},
	};
}
