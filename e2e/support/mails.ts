import { setTimeout as sleep } from 'node:timers/promises';
import type { Email } from 'postal-mime';
import { startMailServer } from '#tests/support/mail-server.ts';

/** A mail server that takes everything, in the process of the tests. */
export interface Mailbox {
	/** For SMTP_URL. */
	url: string;
	/** The newest mail to an address whose subject fits, as soon as there is one. */
	waitFor(address: string, subject?: RegExp): Promise<Email>;
	/** Every mail to an address so far, oldest first. */
	all(address: string): Email[];
	close(): Promise<void>;
}

/** Ends the waiting for a mail that does not come; less than a journey may take. */
const longestWaitMs = 45_000;

export async function openMailbox(): Promise<Mailbox> {
	const server = await startMailServer();
	const all = (address: string) =>
		server.received
			.filter(({ to }) => to.some((one) => one.toLowerCase() === address.toLowerCase()))
			.map(({ parsed }) => parsed);
	return {
		url: server.url,
		close: server.close,
		all,
		async waitFor(address, subject = /./) {
			for (const deadline = Date.now() + longestWaitMs; ; await sleep(20)) {
				const mails = all(address);
				const found = mails.findLast((mail) => subject.test(mail.subject ?? ''));
				if (found) return found;
				if (Date.now() > deadline) {
					const subjects = mails.map((mail) => mail.subject).join(', ') || 'none';
					throw new Error(`No mail to ${address} with ${subject}; there are: ${subjects}.`);
				}
			}
		},
	};
}

/** The first link of a mail that fits, as it stands in its text. */
export function linkIn(mail: Email, pattern: RegExp): string {
	const link = (mail.text ?? '').match(/https?:\/\/[^\s<>"]+/g)?.find((url) => pattern.test(url));
	if (!link) throw new Error(`The mail "${mail.subject}" has no link like ${pattern}:\n${mail.text}`);
	return link;
}
