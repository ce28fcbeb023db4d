import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail server that takes everything and lays each mail down as a file, where any process of the run can read it. */
export async function startMailServer(): Promise<{ url: string; directory: string; stop(): Promise<void> }> {
	const directory = await mkdtemp(join(tmpdir(), 'foyer-mails-'));
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS'],
		onData(stream, _session, done) {
			const chunks: Buffer[] = [];
			stream.on('data', (chunk: Buffer) => chunks.push(chunk));
			stream.on('end', async () => {
				const name = `${Date.now()}-${randomUUID()}`;
				await writeFile(join(directory, `${name}.partial`), Buffer.concat(chunks));
				await rename(join(directory, `${name}.partial`), join(directory, `${name}.eml`));
				done();
			});
		},
	});
	server.on('error', () => {});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.server.address() as AddressInfo;
	return {
		url: `smtp://127.0.0.1:${port}`,
		directory,
		async stop() {
			await new Promise<void>((resolve) => server.close(() => resolve()));
			await rm(directory, { recursive: true, force: true });
		},
	};
}

/** Every mail to an address, oldest first. */
export async function mailsTo(directory: string, address: string): Promise<Email[]> {
	const names = (await readdir(directory)).filter((name) => name.endsWith('.eml')).toSorted();
	const mails = await Promise.all(
		names.map(async (name) => PostalMime.parse(await readFile(join(directory, name)))),
	);
	return mails.filter((mail) => mail.to?.some((to) => to.address?.toLowerCase() === address.toLowerCase()));
}

/** The newest mail to an address whose subject fits, as soon as there is one. */
export async function waitForMail(
	directory: string,
	address: string,
	subject: RegExp = /./,
	timeoutMs = 15_000,
): Promise<Email> {
	for (const deadline = Date.now() + timeoutMs; ; await sleep(150)) {
		const all = await mailsTo(directory, address);
		const found = all.findLast((mail) => subject.test(mail.subject ?? ''));
		if (found) return found;
		if (Date.now() > deadline) {
			const subjects = all.map((mail) => mail.subject).join(', ') || 'none';
			throw new Error(
				`No mail to ${address} with ${subject} within ${timeoutMs} ms; there are: ${subjects}.`,
			);
		}
	}
}

/** The first link of a mail that fits, as it stands in its text. */
export function linkIn(mail: Email, pattern: RegExp): string {
	const link = (mail.text ?? '').match(/https?:\/\/[^\s<>"]+/g)?.find((url) => pattern.test(url));
	if (!link) throw new Error(`The mail "${mail.subject}" has no link like ${pattern}:\n${mail.text}`);
	return link;
}
