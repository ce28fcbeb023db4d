import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedMail {
	to: string[];
	raw: string;
	parsed: Email;
}

export interface MailServer {
	url: string;
	/** What was accepted, in order. */
	received: ReceivedMail[];
	close(): Promise<void>;
}

/**
 * A mail server on a free port. `onMail` is asked when a whole mail has come: it may wait, throw (with `responseCode`), or cut
 * the connection.
 */
export async function startMailServer(
	options: SMTPServerOptions & {
		onMail?: (mail: ReceivedMail, cut: () => void) => Promise<void> | void;
	} = {},
): Promise<MailServer> {
	const { onMail, ...rest } = options;
	const received: ReceivedMail[] = [];
	const sockets = new Set<{ destroy(): void }>();
	const server = new SMTPServer({
		authOptional: true,
		disableReverseLookup: true,
		disabledCommands: ['STARTTLS'],
		onData(stream: SMTPServerDataStream, session, done) {
			const chunks: Buffer[] = [];
			stream.on('data', (chunk: Buffer) => chunks.push(chunk));
			stream.on('end', async () => {
				const raw = Buffer.concat(chunks).toString();
				const mail = {
					to: session.envelope.rcptTo.map((to) => to.address),
					raw,
					parsed: await PostalMime.parse(raw),
				};
				try {
					let isCut = false;
					await onMail?.(mail, () => {
						isCut = true;
						for (const socket of sockets) socket.destroy();
					});
					if (isCut) return;
					received.push(mail);
					done();
				} catch (error) {
					done(error as Error);
				}
			});
		},
		...rest,
	});
	server.server.on('connection', (socket: { destroy(): void }) => sockets.add(socket));
	server.on('error', () => {});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.server.address() as { port: number };
	return {
		url: `smtp://127.0.0.1:${port}`,
		received,
		close: () => {
			for (const socket of sockets) socket.destroy();
			return new Promise<void>((resolve) => server.close(() => resolve()));
		},
	};
}

/** A refusal as a mail server says it. */
export function refusal(responseCode: number, message: string): Error {
	return Object.assign(new Error(message), { responseCode });
}
