import { Readable } from 'node:stream';
import SMTPPool from 'nodemailer/lib/smtp-pool';
import { type MailAttachment, type WrittenMime, writeMime } from './mime.ts';
import { redactText } from './redact.ts';

/** One mail as it leaves the house. Every text part is plain data: addresses and subjects never reach a header unencoded. */
export interface OutgoingMail {
	to: { name: string; address: string };
	/** Name before our own address, such as the organiser's. */
	fromName?: string;
	replyTo?: { name: string; address: string };
	subject: string;
	text: string;
	html: string;
	attachments?: MailAttachment[];
	/** Without angle brackets; the same on every try, so that a mail sent twice is recognised as one. */
	messageId: string;
	headers?: Record<string, string>;
	/** Sender of the envelope, where bounces go; absent: our own address. */
	envelopeFrom?: string;
}

/** A final answer of a mail server. */
export interface MailRefusal {
	/** True: at RCPT TO, so it is about the address; false: at DATA. */
	isOfRecipient: boolean;
	/** `550 5.1.1 User unknown` */
	response: string;
}

/** Why a mail did not go out. A `permanent` refusal is not tried again: the address or the mail itself is bad. */
export class MailError extends Error {
	override readonly name = 'MailError';
	readonly kind: 'temporary' | 'permanent';
	/** Code of the mail server or of the network, where there is one. */
	readonly code: string | undefined;
	/** The mail server’s response when it refused the mail permanently: of its recipient, or of the mail as a whole. */
	readonly refusal: MailRefusal | undefined;

	constructor(kind: 'temporary' | 'permanent', message: string, code?: string, refusal?: MailRefusal) {
		super(message);
		this.kind = kind;
		this.code = code;
		this.refusal = refusal;
	}
}

export interface Mailer {
	/** False when no mail server is set: mails stay in the outbox and `send` must not be called. */
	readonly canSend: boolean;
	/**
	 * Hand one mail to the mail server.
	 * @returns the server's answer
	 * @throws MailError
	 */
	send(mail: OutgoingMail): Promise<{ response: string }>;
	/** Ask the mail server whether it would take mails from us; throws MailError with its answer. */
	verify(): Promise<void>;
	close(): void;
}

/** The mailer of an instance without a mail server. */
export function createNullMailer(): Mailer {
	const refuse = async (): Promise<never> => {
		throw new MailError('temporary', 'No mail server is set (SMTP_URL).');
	};
	return { canSend: false, send: refuse, verify: refuse, close() {} };
}

/** What most mail servers allow a sender at the same time. */
export const SMTP_CONNECTIONS = 5;

const timeouts = {
	connectionTimeout: 10_000,
	greetingTimeout: 10_000,
	socketTimeout: 30_000,
	dnsTimeout: 10_000,
};

export interface SmtpOptions {
	url: string;
	/** Our own address, alone or as `Name <box@host>`. */
	from: string;
}

export function createSmtpMailer(options: SmtpOptions): Mailer {
	const from = parseMailbox(options.from);
	const pool = new SMTPPool({
		...readUrl(options.url),
		...timeouts,
		maxConnections: SMTP_CONNECTIONS,
		maxMessages: 100,
	});
	// An idle connection that breaks is no event for anybody.
	pool.on('error', () => {});

	return {
		canSend: true,
		async send(mail) {
			try {
				const message = writeMime({
					from: { name: oneLine(mail.fromName ?? from.name), address: from.address },
					to: { name: oneLine(mail.to.name), address: mail.to.address },
					replyTo: mail.replyTo && {
						name: oneLine(mail.replyTo.name),
						address: mail.replyTo.address,
					},
					subject: oneLine(mail.subject),
					text: mail.text,
					html: mail.html,
					messageId: mail.messageId,
					headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers },
					envelopeFrom: mail.envelopeFrom,
					attachments: (mail.attachments ?? []).map((attachment) => ({
						...attachment,
						filename: oneLine(attachment.filename),
					})),
				});
				return { response: await sendBy(pool, message, mail.messageId) };
			} catch (error) {
				throw toMailError(error);
			}
		},
		async verify() {
			try {
				await pool.verify();
			} catch (error) {
				throw toMailError(error);
			}
		},
		close: () => pool.close(),
	};
}

/**
 * Hands a written message to the pool. The library's front door takes it for one that is still to be written: it wraps it in three
 * streams and reads its addresses twice, which takes as long as sending it.
 */
function sendBy(pool: SMTPPool, { raw, envelope }: WrittenMime, messageId: string): Promise<string> {
	const message = {
		getEnvelope: () => envelope,
		messageId: () => messageId,
		getHeader: () => messageId,
		createReadStream: () => Readable.from(raw, { objectMode: false }),
	};
	return new Promise((resolve, reject) => {
		pool.send({ data: {}, message } as unknown as Parameters<SMTPPool['send']>[0], (error, info) => {
			if (error) reject(error);
			else resolve(info?.response ?? '');
		});
	});
}

/** A mailer for these settings. */
export function createMailer(config: { smtpUrl: string | undefined; mailFrom: string }): Mailer {
	return config.smtpUrl === undefined
		? createNullMailer()
		: createSmtpMailer({ url: config.smtpUrl, from: config.mailFrom });
}

/** `Name <box@host>` or `box@host`. */
export function parseMailbox(text: string): { name: string; address: string } {
	const match = /^(.*)<([^<>]+)>$/.exec(text.trim());
	return match ? { name: match[1]!.trim(), address: match[2]! } : { name: '', address: text.trim() };
}

function readUrl(text: string) {
	const url = new URL(text);
	const secure = url.protocol === 'smtps:';
	return {
		host: url.hostname.replace(/^\[|\]$/g, ''),
		port: url.port ? Number(url.port) : secure ? 465 : 587,
		secure,
		...(url.username && {
			auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
		}),
	};
}

/** Line breaks would begin a header of somebody else's making. */
function oneLine(text: string): string {
	return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

/**
 * A mail that cannot be written and a 5xx to the recipient or the message are final, all else may pass. A refused sign-in or sender is a fault of the
 * settings, which the operator can mend while the mail waits, so it counts as temporary.
 */
function toMailError(error: unknown): MailError {
	const { code, responseCode, response, command, message } = error as {
		code?: string;
		responseCode?: number;
		response?: string;
		command?: string;
		message: string;
	};
	const isBadMail = (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode === undefined;
	const isRefused = (command === 'RCPT TO' || command === 'DATA') && (responseCode ?? 0) >= 500;
	const kind = isBadMail || isRefused ? 'permanent' : 'temporary';
	const refusal = isRefused
		? { isOfRecipient: command === 'RCPT TO', response: redactText(response ?? message) }
		: undefined;
	return new MailError(kind, redactText(message), responseCode ? String(responseCode) : code, refusal);
}
